/** What the program says about itself: help and completions. A chunk of its own, because no request needs it. */
import { bashScript } from './completion/bash.js';
import { fishScript } from './completion/fish.js';
import { zshScript } from './completion/zsh.js';
import { helpText } from './help/help.js';
import { type HelpTopicName, helpTopics } from './help/topics.js';

/** The help of a topic; an unknown one gets the general help. */
export const aboutTopic = (topic: string | undefined): string =>
  helpText(topic !== undefined && Object.hasOwn(helpTopics, topic) ? (topic as HelpTopicName) : 'request');

/** The script of `apiclient completion SHELL`, to be sourced or installed. */
export const completionScript = (shell: 'bash' | 'zsh' | 'fish'): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell]();
