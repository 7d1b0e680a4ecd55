/** Style of output: formatted or not, coloured or not, exact bytes or made safe. */
import type { FormatOptions, OutputOptions } from '../core/options.js';
import type { Environment, OutputStream } from '../environment.js';
import { isMonochrome } from '../io/files/terminfo.js';

export interface OutputStyle {
  readonly format: boolean;
  readonly colour: boolean;
  /** Exact bytes, not made safe. Never for a terminal. */
  readonly raw: boolean;
  /** Spaces for each level, and the order of members in JSON. */
  readonly formatting: FormatOptions;
}

/** Whether this stream gets colours, according to NO_COLOR (no-color.org), FORCE_COLOR and TERM. */
function wantsColour(stream: OutputStream, environment: Environment): boolean {
  const { variables } = environment;
  const forced = variables.FORCE_COLOR;
  // As in Node, FORCE_COLOR takes precedence over NO_COLOR, and `0` and `false` mean no.
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (variables.NO_COLOR) return false;
  return stream.isTTY === true && variables.TERM !== 'dumb' && !isMonochrome(environment);
}

/** The style of standard output. `--pretty` overrides the variables. */
export function outputStyleOf(
  output: Pick<OutputOptions, 'pretty' | 'formatting'>,
  environment: Environment,
): OutputStyle {
  const { stdout } = environment;
  const pretty = output.pretty ?? (stdout.isTTY ? 'all' : 'none');
  const colours = pretty === 'all' || pretty === 'colors';
  return {
    format: pretty === 'all' || pretty === 'format',
    colour: colours && (output.pretty !== undefined || wantsColour(stdout, environment)),
    raw: pretty === 'none' && !stdout.isTTY,
    formatting: output.formatting ?? {},
  };
}
