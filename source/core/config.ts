/**
 * The configuration file: default flags, flags per origin (the only option for credentials), and keys of the full screen.
 * `command/` parses the flags as if typed.
 */

import { secrecyOf } from './credentials/config.js';
import { type Failure, isFailure, usageError } from './failure.js';
import { hintText } from './hint.js';
import { isObject, parsedJson } from './json/loose.js';
import { jsonSyntaxProblem } from './json/read.js';
import { type TokenHelper, tokenHelper } from './oauth/token-stores.js';
import { type Profile, readProfiles } from './profiles.js';
import { readUrl } from './request/read-url.js';

/** The configuration file. Its flags have not been validated yet. */
export interface Config {
  /** Flags for every command, as typed. */
  readonly flags: readonly string[];
  /** Flags by exact origin in lower case. The port is included unless it is the default. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Directory of `.graphql` files, as written. */
  readonly queries?: string;
  /** Groups of words with the same meaning in a search: `parcel shipment package`. */
  readonly searchSynonyms?: readonly string[];
  /** Theme of the full screen, as written. `core/themes.ts` parses it. */
  readonly theme?: unknown;
  /** Latin key of other characters, for commands on keyboards with another alphabet. */
  readonly layout?: ReadonlyMap<string, string>;
  /** Keys of the text panes on the full screen; `plain` by default. */
  readonly editor?: EditorKeys;
  /** `false`: leave the window's title unchanged. */
  readonly title?: false;
  /** `"history": false`: requests are not added to the history. */
  readonly history?: false;
  /** Program that stores tokens instead of the file. */
  readonly tokenHelper?: TokenHelper;
  /** True if the file contains a credential and must not be readable by others. */
  readonly holdsCredential: boolean;
}

export const emptyConfig: Config = {
  flags: [],
  hosts: new Map(),
  profiles: new Map(),
  keys: new Map(),
  holdsCredential: false,
};

type Json = unknown;

/** `"editor"`: vim's keys, or the screen's own. */
export type EditorKeys = 'vim' | 'plain';

/** @param name path of the file, for messages */
export function readConfig(text: string, name: string): Config | Failure {
  if (text.trim() === '') return emptyConfig;
  const json = configObject(text, name);
  if (isFailure(json)) return json;
  const problems: Failure[] = [];
  const config = new ConfigReader(json, (text, hint) => {
    problems.push(usageError(`${name}: ${text}`, hint));
  }).read();
  return problems[0] ?? config;
}

/** The JSON object of a configuration without unknown members. */
function configObject(text: string, name: string): JsonObject | Failure {
  const json = parsedJson(text.replace(/^\ufeff/, ''));
  if (json === undefined) {
    // V8's message would quote the file.
    const problem = jsonSyntaxProblem(text);
    return usageError(`${name} is not JSON${problem ? ` (${problem})` : ''}.`, 'Fix it, or move it away.');
  }
  if (!isObject(json)) return usageError(`${name} does not contain a JSON object.`, '{"flags": {"timeout": 30}}');
  const unknown = Object.keys(json).find(key => !members.includes(key));
  if (unknown === undefined) return json;
  return usageError(
    `${name} has an unknown member "${unknown}".`,
    `Known are ${members
      .slice(0, -1)
      .map(name => `"${name}"`)
      .join(', ')} and "${members.at(-1)}".`,
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Validates the members of a configuration in order. */
class ConfigReader {
  readonly #json: JsonObject;
  readonly #refuse: (text: string, hint: string) => void;
  #holdsCredential = false;

  constructor(json: JsonObject, refuse: (text: string, hint: string) => void) {
    this.#json = json;
    this.#refuse = refuse;
  }

  read(): Config {
    const flags = this.#flags();
    const hosts = this.#hosts();
    const profiles = readProfiles(this.#member('profiles', isObject, 'be an object', profileForm) ?? {}, {
      readFlags: this.#originFlags,
      refuse: this.#refuse,
      onSecret: () => {
        this.#holdsCredential = true;
      },
    });
    const keys = this.#keys();
    const queries = this.#member('queries', isText, 'be a folder', '{"queries": "~/queries"}');
    const searchSynonyms = this.#member('searchSynonyms', areTexts, 'be a list of strings', synonymForm);
    const editor = this.#member('editor', isEditorKeys, 'be "vim" or "plain"', '{"editor": "vim"}');
    const layout = this.#member('layout', isLayout, 'map characters to keys', '{"layout": {"ж": ";"}}');
    const title = this.#member('title', isBoolean, 'be true or false', '{"title": false}');
    const history = this.#member('history', isBoolean, 'be true or false', '{"history": false}');
    return {
      flags,
      hosts,
      profiles,
      keys,
      holdsCredential: this.#holdsCredential,
      theme: this.#json.theme,
      editor,
      layout: layout && new Map(Object.entries(layout)),
      title: title === false ? title : undefined,
      queries,
      searchSynonyms,
      tokenHelper: this.#tokenHelper(),
      history: history === false ? history : undefined,
    };
  }

  /** Returns a member, or undefined if it is absent or invalid. */
  #member<Value>(
    member: string,
    isValid: (value: unknown) => value is Value,
    rule: string,
    example: string,
  ): Value | undefined {
    const value = this.#json[member];
    if (value === undefined || isValid(value)) return value;
    this.#refuse(`"${member}" must ${rule}.`, example);
    return undefined;
  }

  #flags(): readonly string[] {
    return wordsOf(this.#json.flags ?? {}, 'flags', this.#refuse, (flag, value) => {
      if (secrecyOf(flag, value) !== 'nothing')
        this.#refuse(`credentials such as "${flag}" must be under "hosts" or "profiles", for one origin.`, hostForm);
    });
  }

  /** Flags of one origin, which may be credentials. */
  readonly #originFlags = (value: Json, where: string): readonly string[] =>
    wordsOf(value, where, this.#refuse, (flag, text) => {
      if (secrecyOf(flag, text) === 'secret') this.#holdsCredential = true;
    });

  #hosts(): Config['hosts'] {
    const hosts = new Map<string, readonly string[]>();
    for (const [origin, own] of Object.entries(this.#member('hosts', isObject, 'be an object', hostForm) ?? {})) {
      const known = /^[^/\\\s]*\/\/[^/?#@\\\s]*\/?$/.test(origin) ? originOf(origin) : undefined;
      if (known === undefined) this.#refuse(`"${shownOrigin(origin)}" is not an origin.`, originForm);
      else hosts.set(known, [...(hosts.get(known) ?? []), ...this.#originFlags(own, `hosts["${origin}"]`)]);
    }
    return hosts;
  }

  #keys(): Config['keys'] {
    const keys = new Map<string, readonly string[]>();
    for (const [id, chords] of Object.entries(this.#member('keys', isObject, 'be an object', keyForm) ?? {})) {
      const list: unknown = Array.isArray(chords) ? chords : [chords];
      if (areTexts(list)) keys.set(id, list);
      else this.#refuse(`the keys of "${id}" must be strings.`, keyForm);
    }
    return keys;
  }

  #tokenHelper(): TokenHelper | undefined {
    const helper = this.#json['token-helper'] === undefined ? undefined : tokenHelper(this.#json['token-helper']);
    if (!isFailure(helper)) return helper;
    this.#refuse(helper.text, hintText(helper.hint ?? ''));
    return undefined;
  }
}

const members: readonly string[] = [
  'flags',
  'hosts',
  'profiles',
  'keys',
  'theme',
  'editor',
  'layout',
  'title',
  'queries',
  'searchSynonyms',
  'history',
  'token-helper',
];

const isText = (value: Json): value is string => typeof value === 'string';
const isBoolean = (value: Json): value is boolean => typeof value === 'boolean';
const areTexts = (value: Json): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isEditorKeys = (value: Json): value is EditorKeys => value === 'vim' || value === 'plain';

/** One character for one character. */
const isLayout = (value: Json): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.entries(value).every(pair => pair.every(each => isText(each) && [...each].length === 1));

const shownOrigin = (typed: string): string => typed.replace(/\/\/.*@/s, '//…@');

const originForm =
  'An origin consists of a scheme, a host and optionally a port, without a path: https://api.example.com';
const hostForm = '{"hosts": {"https://api.example.com": {"bearer": "env:TOKEN"}}}';
const profileForm = '{"profiles": {"staging": {"url": "https://staging.example.com"}}}';
const synonymForm = '{"searchSynonyms": ["parcel shipment package"]}';
const keyForm = '{"keys": {"run": ["ctrl+r", "f5"]}}';

function wordsOf(
  value: Json,
  where: string,
  refuse: (text: string, hint: string) => void,
  seen: (flag: string, value: string) => void,
): string[] {
  if (!isObject(value)) {
    refuse(`"${where}" must be an object.`, '{"timeout": 30, "follow": true, "header": ["A: b"]}');
    return [];
  }
  return Object.entries(value).flatMap(([flag, given]) => {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(flag)) {
      refuse(`"${flag}" is not the long name of a flag.`, 'Omit the leading dashes: "timeout".');
      return [];
    }
    return (Array.isArray(given) ? given : [given]).flatMap((each: Json) => {
      if (each === true) return [`--${flag}`];
      if (each === false) return [`--no-${flag}`];
      if (typeof each !== 'string' && typeof each !== 'number') {
        refuse(`the value of "${flag}" must be a string, a number, true or false.`, 'Write several values as a list.');
        return [];
      }
      seen(flag, String(each));
      return [`--${flag}=${each}`];
    });
  });
}

/** Returns the origin of a URL as a key of `hosts`, or undefined if the URL is invalid. */
export function originOf(url: string): string | undefined {
  const read = readUrl(url);
  return read && /^https?:$/.test(read.protocol) ? read.origin : undefined;
}

/** Returns the flags for a URL: the general ones, then those for its origin. */
export const flagsFor = (config: Config, url: string | undefined): readonly string[] => {
  const origin = url === undefined ? undefined : originOf(url);
  return [...config.flags, ...(origin === undefined ? [] : (config.hosts.get(origin) ?? []))];
};
