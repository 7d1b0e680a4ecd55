/** Presents schema changes as search results that can be visited one by one. */

import type { SchemaView } from '../builder/schema/schema-view.js';
import type { SchemaChange } from '../schema-diff/diff.js';
import type { Severity } from '../schema-diff/severity.js';
import type { ChangeSubject } from '../schema-diff/subject.js';
import { type Entry, type EntryKind, searchIndexOf } from './entries.js';
import { resultsOf, type SearchResults } from './find.js';

/** A schema element with at least one reported change. */
export interface ChangedElement {
  readonly subject: ChangeSubject;
  /** Severity of the worst change. */
  readonly severity: Severity;
  /** True if the element did not exist before. */
  readonly isNew: boolean;
  /** All changes of the element, worst first. Untrusted text. */
  readonly text: string;
}

/** Returns the changed members in the order of the changes, each once. */
export function changedElements(changes: readonly SchemaChange[]): readonly ChangedElement[] {
  const elements = new Map<string, ChangedElement>();
  for (const { subject, severity, type, text } of changes) {
    if (subject === undefined) continue;
    const key = subject.join('/');
    const before = elements.get(key);
    const isNew = /_ADDED(?:_TO_\w+)?$/.test(type) && type !== 'DIRECTIVE_LOCATION_ADDED';
    elements.set(
      key,
      before === undefined ? { subject, severity, isNew, text } : { ...before, text: `${before.text} ${text}` },
    );
  }
  return [...elements.values()];
}

/** Returns the elements as search results. Entry 5 is the fifth element, even if the schema no longer contains it. */
export const foundChanges = (view: SchemaView, elements: readonly ChangedElement[]): SearchResults =>
  resultsOf(
    searchIndexOf(view),
    elements.map(({ subject }) => entryOf(view, subject)),
  );

function entryOf(view: SchemaView, subject: ChangeSubject): Entry {
  const [owner = '', member, argument] = subject;
  const at = { deprecated: false, depth: subject.length };
  const isDirective = owner.startsWith('@');
  if (member === undefined) {
    const kind = isDirective ? 'directive' : 'type';
    return { ...at, kind, name: isDirective ? owner.slice(1) : owner, owner: '', field: '' };
  }
  if (isDirective) return { ...at, kind: 'argument', name: member, owner, field: '' };
  if (argument !== undefined) return { ...at, kind: 'argument', name: argument, owner, field: member };
  return { ...at, kind: memberKind(view, owner, member), name: member, owner, field: '' };
}

/** Union members and interfaces are browsed like enum values. */
function memberKind(view: SchemaView, owner: string, member: string): EntryKind {
  const kind = view.type(owner)?.kind;
  if (kind === 'INPUT_OBJECT') return 'input';
  return (kind === 'OBJECT' || kind === 'INTERFACE') && !member.includes(' ') ? 'field' : 'enumValue';
}
