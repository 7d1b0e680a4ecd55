/** Carries out effect data with io, and answers with actions. */
import { isFailure } from '../../core/failure.js';
import { safeText } from '../../core/response/safe-text.js';
import { readEndpoints, readHistory } from '../../io/history.js';
import type { Effect } from '../model/effect.js';
import { copySequence } from '../terminal/clipboard.js';
import { editText, pageText } from '../terminal/external.js';
import { performBuild, performLoad } from './connect.js';
import { draftOf, restoredOf } from './files/draft-file.js';
import { performOpen, performSaveFiles } from './files/open-save.js';
import { performSave } from './files/save-text.js';
import { performCopyCommand, performIdentify } from './identity.js';
import { performPage } from './page-body.js';
import { performPipe } from './pipe.js';
import { performDescribe } from './query.js';
import { performRun } from './run/run.js';
import { type Dispatch, unexpected, type World } from './world.js';

const suffixes = { graphql: '.graphql', json: '.json', plain: '.txt' } as const;

/** Starts an effect. Never throws, never rejects: what goes wrong comes back as an action. */
export function perform(effect: Effect, world: World, dispatch: Dispatch): void {
  const failed = (error: unknown): void =>
    dispatch({ type: 'app/notice', text: unexpected(error).text, tone: 'error' });
  switch (effect.kind) {
    case 'quit':
      world.drafts.flush().then(problem => {
        if (problem === undefined || effect.unlessLost !== true) world.end(effect.code);
        else dispatch({ type: 'drafts/failed', text: problem.text, quitting: true });
      }, failed);
      return;
    case 'open-draft':
      world.drafts.open(effect.of).then(draft => {
        const restored = draft && restoredOf(draft, world.environment);
        dispatch({ type: 'drafts/opened', of: effect.of, ...(restored === undefined ? {} : { restored }) });
      }, failed);
      return;
    case 'save-draft':
      world.drafts.save(draftOf(effect, world), problem => {
        if (problem === undefined) dispatch({ type: 'drafts/saved' });
        else dispatch({ type: 'drafts/failed', text: problem.text, quitting: false });
      });
      return;
    case 'read-history':
      readHistory(world.environment).then(entries => dispatch({ type: 'history/read', entries }), failed);
      return;
    case 'read-endpoints':
      readEndpoints(world.environment).then(urls => dispatch({ type: 'connect/recent', urls }), failed);
      return;
    case 'identify':
      performIdentify(effect.identity, world);
      return;
    case 'copy-command':
      performCopyCommand(effect.program, effect.operation, world, dispatch).catch(failed);
      return;
    case 'login-answer':
      world.login?.answer(effect.text);
      return;
    case 'login-cancel':
      world.login?.cancel();
      return;
    case 'open-files':
      performOpen(effect.path, world, dispatch).catch(failed);
      return;
    case 'save-files':
      performSaveFiles(effect, world, dispatch).catch(failed);
      return;
    case 'redraw':
      world.session().redraw();
      return;
    case 'suspend':
      world.session().suspend();
      return;
    case 'copy': {
      const bytes = copySequence(effect.text, world.environment.variables);
      if (bytes === undefined) {
        dispatch({ type: 'app/notice', text: "Too long for the terminal's clipboard (about 75 kB).", tone: 'error' });
        return;
      }
      world.session().send(bytes);
      // Whether the terminal obeys is not known: it never answers.
      dispatch({ type: 'app/notice', text: `Sent ${effect.what} to the terminal's clipboard.` });
      return;
    }
    case 'edit-text':
      world
        .session()
        .lend(() => editText(effect.text, suffixes[effect.language], world.environment))
        .then(text => {
          if (isFailure(text)) dispatch({ type: 'app/notice', text: text.text, tone: 'error' });
          else if (effect.pane === 'variables') dispatch({ type: 'variables/edited', text });
          else dispatch({ type: 'query/edited', text });
        }, failed);
      return;
    case 'page':
      world
        .session()
        .lend(() => pageText(safeText(effect.text), effect.suffix, world.environment))
        .then(problem => {
          if (problem !== undefined) dispatch({ type: 'app/notice', text: problem.text, tone: 'error' });
        }, failed);
      return;
    case 'load-schema':
      performLoad(effect.id, effect.source, effect.refresh, world, dispatch).catch((error: unknown) =>
        dispatch({ type: 'connect/failed', id: effect.id, failure: unexpected(error) }),
      );
      return;
    case 'build-schema':
      performBuild(effect.id, world, dispatch);
      return;
    case 'run':
      void performRun(effect.id, effect.operation, world, dispatch);
      return;
    case 'cancel':
      world.running.get(effect.id)?.abort();
      world.running.delete(effect.id);
      return;
    case 'pipe':
      performPipe(effect.id, effect.command, effect.text, world, dispatch);
      return;
    case 'save-text':
      performSave(effect.path, effect.text, effect.overwrite, world, dispatch).catch(failed);
      return;
    case 'page-body':
      performPage(effect.text, effect.json, world, dispatch).catch(failed);
      return;
    case 'describe':
    case 'describe-variables':
      performDescribe(effect, dispatch);
      return;
    case 'later':
      // What is only due later must not keep a program alive that has ended.
      setTimeout(() => dispatch(effect.action), effect.ms).unref();
      return;
  }
}
