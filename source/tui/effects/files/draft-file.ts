/** Files of a draft. They are stored as absolute paths and shown relative to the current folder. */
import path from 'node:path';
import type { TabTexts, TextFile } from '../../../core/tab-texts.js';
import type { Environment } from '../../../environment.js';
import type { Draft } from '../../../io/files/draft-content.js';
import { pathOf } from '../../../io/sources.js';
import type { RestoredDraft } from '../../model/documents.js';
import type { EffectOf } from '../../model/effect.js';
import type { LazyText } from '../../model/text.js';
import type { EffectContext } from '../context.js';
import type { LazyDraft } from './draft-writer.js';

/** The draft to write, or undefined if there is one tab and its texts are in their file. */
export function draftOf(effect: EffectOf<'save-draft'>, { environment }: EffectContext): LazyDraft {
  const absolute = (tab: TabTexts<LazyText>): TabTexts<LazyText> =>
    tab.file === undefined ? tab : { ...tab, file: { ...tab.file, path: pathOf(tab.file.path, environment) } };
  const { at, others, saved, query, variables, file, url, profile, values, language } = effect;
  if (saved && others.length === 0) return { query: '', variables: '', values };
  const tabs = others.length === 0 ? undefined : { at, others: others.map(absolute), url, language };
  return { ...absolute({ query, variables, file, profile, values }), tabs };
}

/** A draft with file paths relative to the current folder, or absolute for files outside it. */
export function restoredOf({ tabs, ...draft }: Draft, { folder }: Environment): RestoredDraft {
  const near = <T extends { readonly file?: TextFile }>(tab: T): T =>
    tab.file === undefined ? tab : { ...tab, file: { ...tab.file, path: nearPath(tab.file.path, folder) } };
  return { ...near(draft), ...(tabs && { ...tabs, others: tabs.others.map(near) }) };
}

/** A path relative to the current folder, or absolute if it is outside the folder. */
export function nearPath(file: string, folder: string): string {
  const near = path.relative(folder, file);
  const isBelow = near !== '' && !near.startsWith('..') && !path.isAbsolute(near);
  return isBelow ? near : file;
}
