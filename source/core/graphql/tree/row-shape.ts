/** What making a row of any kind needs. */
import type { ParsedText } from '../selection/query-document.js';
import type { SchemaView } from '../selection/schema-view.js';
import type { Row } from './row.js';

export interface RowSource {
  readonly view: SchemaView;
  readonly parsed: ParsedText;
  readonly active: number | undefined;
  /** Only what is in the text. */
  readonly onlyTicked: boolean;
  /** False: deprecated rows are left out unless ticked. */
  readonly deprecated: boolean;
}

/** What is particular to a row. */
export type Shape = Partial<Row> & Pick<Row, 'kind' | 'name'>;

/** A row below another, by a key that is unique among its siblings. */
export function below(parent: Row | undefined, key: string, shape: Shape): Row {
  return {
    cycle: false,
    canOpen: false,
    unknown: false,
    oneOf: false,
    seen: parent?.seen ?? [],
    ...shape,
    id: parent === undefined ? key : `${parent.id}/${key}`,
    depth: parent === undefined ? 0 : parent.depth + 1,
  };
}

/** The named type of a row, with its kind. */
export const typeShape = (view: SchemaView, type: string): Pick<Row, 'type' | 'typeKind'> => {
  const kind = view.type(type)?.kind;
  return { type, ...(kind !== undefined && { typeKind: kind }) };
};

/** Description and deprecation. */
export const docsOf = (
  of: { readonly description?: string; readonly deprecated?: string } | undefined,
): Partial<Row> => ({
  ...(of?.description !== undefined && { description: of.description }),
  ...(of?.deprecated !== undefined && { deprecated: of.deprecated }),
});

/** False for what is deprecated while that is hidden. */
export const shows = (source: RowSource, of: { readonly deprecated?: string }): boolean =>
  source.deprecated || of.deprecated === undefined;
