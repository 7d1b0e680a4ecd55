/** Validates document files against a schema. Each file may use fragments from the others. */
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  Source,
  validate,
  visit,
} from 'graphql';
import { hasNoTokens } from './builder/text/query-document.js';
import { documentRules } from './run-rules.js';
import { isSchemaDocument } from './sdl.js';

export interface DocumentFile {
  readonly name: string;
  readonly text: string;
}

/** Line and column are one-based. */
export interface FileProblem {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface CheckedFile {
  readonly name: string;
  readonly problems: readonly FileProblem[];
  /** Number of operations and fragments. It is 0 for an empty file or SDL, both of which are skipped. */
  readonly definitions: number;
}

/** Validates all files. Never throws, whatever they contain. */
export function checkFiles(schema: GraphQLSchema, files: readonly DocumentFile[]): readonly CheckedFile[] {
  const parsed = files.map(file => ({ file, ...parseFile(file) }));
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { document } of parsed) {
    for (const node of document?.definitions ?? []) {
      if (node.kind === Kind.FRAGMENT_DEFINITION && !fragments.has(node.name.value))
        fragments.set(node.name.value, node);
    }
  }
  return parsed.map(({ file: { name }, document, problem }) => {
    if (document === undefined) return { name, problems: problem ? [problem] : [], definitions: 1 };
    const executable = document.definitions.filter(isExecutable);
    if (executable.length === 0 && (document.definitions.length === 0 || isSchemaDocument(document)))
      return { name, problems: [], definitions: 0 };
    const problems = checkOne(schema, [...executable, ...borrowed(executable, fragments)], name);
    return { name, problems, definitions: executable.length };
  });
}

const isExecutable = ({ kind }: DefinitionNode): boolean =>
  kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION;

function parseFile({ name, text }: DocumentFile): { document?: DocumentNode; problem?: FileProblem } {
  try {
    return { document: parse(new Source(text, name)) };
  } catch (error) {
    if (hasNoTokens(text)) return { document: { kind: Kind.DOCUMENT, definitions: [] } };
    if (error instanceof GraphQLError) return { problem: problemOf(error) };
    if (error instanceof RangeError)
      return { problem: { text: 'It is nested too deeply to be parsed.', line: 1, column: 1 } };
    throw error;
  }
}

/** Returns fragments that are used but not defined here, transitively. */
function borrowed(
  definitions: readonly DefinitionNode[],
  all: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FragmentDefinitionNode[] {
  const fragmentNames = new Set(
    definitions.flatMap(node => (node.kind === Kind.FRAGMENT_DEFINITION ? [node.name.value] : [])),
  );
  const fragments: FragmentDefinitionNode[] = [];
  const work: DefinitionNode[] = [...definitions];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = all.get(name.value);
        if (fragment === undefined || fragmentNames.has(name.value)) return;
        fragmentNames.add(name.value);
        fragments.push(fragment);
        work.push(fragment);
      },
    });
  }
  return fragments;
}

/** Returns the problems of this file. Problems in borrowed fragments are reported in their own files. */
function checkOne(schema: GraphQLSchema, definitions: readonly DefinitionNode[], name: string): FileProblem[] {
  try {
    const errors = validate(schema, { kind: Kind.DOCUMENT, definitions }, documentRules);
    return errors.filter(error => error.source === undefined || error.source.name === name).map(problemOf);
  } catch (error) {
    const text =
      error instanceof RangeError ? 'It is nested too deeply to be checked.' : String((error as Error).message);
    return [{ text, line: 1, column: 1 }];
  }
}

const problemOf = (error: GraphQLError): FileProblem => ({
  text: error.message,
  line: error.locations?.[0]?.line ?? 1,
  column: error.locations?.[0]?.column ?? 1,
});
