/** Keys typed in our editor and in real vim. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runText } from '../../../../source/core/text/commands.js';
import { createText, type EditorState, select } from '../../../../source/core/text/editor.js';
import { leaveInsert } from '../../../../source/core/text/vim/insert.js';
import { initialVim, type Vim } from '../../../../source/core/text/vim/state.js';
import { vimKey } from '../../../../source/core/text/vim/vim.js';
import { programFile } from '../../../support/programs.js';

export interface Typed {
  readonly vim: Vim;
  readonly editor: EditorState;
}

/** Types keys (`⎋` is Esc); in insert mode they are text. */
export function type(keys: string, start: Typed): Typed {
  let { vim, editor } = start;
  for (const key of keys) {
    if (vim.mode === 'insert' && key !== '⎋') editor = runText(editor, { do: 'insert', text: key });
    else if (vim.mode === 'insert') ({ vim, editor } = leaveInsert(vim, editor));
    else ({ vim, editor } = vimKey(vim, editor, key === '⎋' ? 'escape' : key));
  }
  return { vim, editor };
}

export const at = (text: string, cursor = 0): Typed => ({ vim: initialVim, editor: select(createText(text), cursor) });
/** A text, the cursor's offset in it, and commands (`⎋` is Esc). If one fails, vim ignores the rest of it. */
export type Case = readonly [text: string, at: number, commands: readonly string[]];

/** The texts and cursors of real vim after the keys. */
export function vimResults(cases: readonly Case[]): readonly (readonly [text: string, cursor: number])[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vim-'));
  const typed = cases.map(([text, from, commands]) => [
    text,
    from,
    commands.map(keys => keys.replaceAll('⎋', '\u001b')),
  ]);
  writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(typed));
  writeFileSync(path.join(folder, 'run.vim'), script);
  execFileSync(programFile('vim'), ['-es', '-u', 'NONE', '-S', 'run.vim'], { cwd: folder });
  return JSON.parse(readFileSync(path.join(folder, 'results.json'), 'utf8'));
}

const script = `
set nocompatible autoindent shiftwidth=2 expandtab cpo&vim
let results = []
for each in json_decode(join(readfile('cases.json'), ''))
  silent! %d _
  call setreg('"', '')
  call setline(1, split(each[0], "\\n", 1))
  let before = split(strpart(each[0], 0, each[1]), "\\n", 1)
  call cursor(len(before), len(before[-1]) + 1)
  for keys in each[2]
    silent! exe "normal! " . keys
    silent! exe "normal! \\<Esc>"
  endfor
  let column = line2byte('.') + col('.') - 2
  call add(results, [join(getline(1, '$'), "\\n"), column < 0 ? 0 : column])
endfor
call writefile([json_encode(results)], 'results.json')
qa!
`;
