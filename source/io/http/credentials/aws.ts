/** `--aws-sigv4`: AWS Signature Version 4, by aws4fetch. A separate chunk. */
import { AwsV4Signer } from 'aws4fetch';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { isReplayable } from '../../../core/request/redirect.js';
import type { BodySpec, HeaderLine, Signer, UnsignedRequest } from '../../../core/request/spec.js';
import { reveal, type Secret, secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { bodyHash } from './body-hash.js';

interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /** If absent, derived from the host name. */
  readonly region?: string;
  readonly service?: string;
}

/** A signer with a known body hash, and with Host exactly as sent. */
class Exact extends AwsV4Signer {
  bodyHash = '';
  hostLine = '';
  override async hexBodyHash(): Promise<string> {
    return this.bodyHash;
  }
  override async canonicalString(): Promise<string> {
    this.canonicalHeaders = this.canonicalHeaders.replace(/^host:.*$/m, () => `host:${this.hostLine}`);
    return super.canonicalString();
  }
}

/** The Host line's value, searched for region and service as in curl. */
function hostOf(url: URL, headers: readonly HeaderLine[]): { readonly line: string; readonly url: URL } {
  const typed = headers.find(({ name }) => /^host$/i.test(name));
  if (!typed) return { line: url.host, url };
  const line = reveal(typed.value).trim().replace(/ +/g, ' ');
  const named = new URL(url);
  named.host = line;
  return { line, url: named };
}

const hashName = 'X-Amz-Content-Sha256';

/** Lines signed in addition to Host: those that describe the request. A proxy may change others. */
const isSigned = ({ name }: HeaderLine): boolean => /^(?:content-type|x-amz-.*)$/i.test(name);

/** Signs each request separately, because a signature is valid for minutes. */
export function awsSigner(key: AwsKey, environment: Environment): Signer {
  return {
    async sign({ method, url, headers, body }: UnsignedRequest) {
      const host = hostOf(url, headers);
      const own = headers.filter(isSigned).map(({ name, value }) => [name, reveal(value)] as [string, string]);
      const options = {
        method,
        url: host.url.href,
        accessKeyId: key.accessKeyId,
        secretAccessKey: reveal(key.secretAccessKey),
        ...(key.service ? { service: key.service } : {}),
        ...(key.region ? { region: key.region } : {}),
        datetime: new Date(environment.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
        allHeaders: true,
      };
      const { service } = new AwsV4Signer(options);
      if (service === '') {
        return usageError(
          `--aws-sigv4 names no service, and it cannot be derived from the host ${host.url.hostname}.`,
          'Usage: --aws-sigv4 aws:amz:us-east-1:appsync',
        );
      }
      const typed = own.find(([name]) => name.toLowerCase() === hashName.toLowerCase())?.[1];
      const hash = typed ?? (await hashFor(service, body, environment));
      if (isFailure(hash)) return hash;
      const stored = service === 's3' && typed === undefined;
      const signer = new Exact({ ...options, headers: stored ? [...own, [hashName, hash]] : own });
      signer.bodyHash = hash;
      signer.hostLine = host.line;
      const signed = await signer.sign();
      return [
        { name: 'X-Amz-Date', value: options.datetime },
        ...(stored ? [{ name: hashName, value: hash }] : []),
        { name: 'Authorization', value: secret(signed.headers.get('Authorization') ?? '') },
      ];
    },
    readResponse: () => false,
  };
}

/** S3 accepts an unsigned body; other services require its hash. */
const hashFor = async (
  service: string,
  body: BodySpec | undefined,
  environment: Environment,
): Promise<string | Failure> =>
  service === 's3' && !isReplayable(body) ? 'UNSIGNED-PAYLOAD' : bodyHash(body, 'sha256', environment);
