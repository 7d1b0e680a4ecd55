import type { ResponseEffect } from '../model/effect.js';
import type { Performers } from './context.js';
import { performCopyCommand } from './copy-command.js';
import { performSave } from './files/save-text.js';
import { performPage } from './page-body.js';
import { performPipe } from './pipe.js';
import { performRun } from './run/run.js';

export const responseEffects: Performers<ResponseEffect> = {
  run: ({ id, operation }, world, dispatch) => performRun(id, operation, world, dispatch),
  'copy-command': (effect, world, dispatch) => performCopyCommand(effect, world, dispatch),
  pipe: ({ id, command, text }, world, dispatch) => performPipe(id, command, text, world, dispatch),
  'save-text': ({ path, text, overwrite }, world, dispatch) => performSave(path, text, overwrite, world, dispatch),
  'page-body': ({ text, json }, world, dispatch) => performPage(text, json, world, dispatch),
};
