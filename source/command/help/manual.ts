/** The pages of the manual by their topic word, in the order in which they are listed. */
import authentication from '../../manual/authentication.md';
import bodies from '../../manual/bodies.md';
import configuration from '../../manual/configuration.md';
import files from '../../manual/files.md';
import graphql from '../../manual/graphql.md';
import imports from '../../manual/import.md';
import lineMode from '../../manual/line-mode.md';
import oauth2 from '../../manual/oauth2.md';
import openapi from '../../manual/openapi.md';
import output from '../../manual/output.md';
import profiles from '../../manual/profiles.md';
import proxies from '../../manual/proxies.md';
import checks from '../../manual/reference/checks.md';
import curl from '../../manual/reference/curl.md';
import environment from '../../manual/reference/environment.md';
import exitCodes from '../../manual/reference/exit-codes.md';
import httpFiles from '../../manual/reference/http-files.md';
import items from '../../manual/reference/items.md';
import load from '../../manual/reference/load.md';
import secrets from '../../manual/reference/secrets.md';
import writeOut from '../../manual/reference/write-out.md';
import requests from '../../manual/requests.md';
import screen from '../../manual/screen.md';
import scripting from '../../manual/scripting.md';
import search from '../../manual/search.md';
import start from '../../manual/start.md';
import tls from '../../manual/tls.md';
import troubleshooting from '../../manual/troubleshooting.md';
import trust from '../../manual/trust.md';
import uninstall from '../../manual/uninstall.md';
import type { Page } from './page.js';

export const manual = {
  start,
  requests,
  items,
  bodies,
  output,
  authentication,
  secrets,
  oauth2,
  graphql,
  openapi,
  search,
  screen,
  'line-mode': lineMode,
  scripting,
  checks,
  'http-files': httpFiles,
  import: imports,
  trust,
  load,
  'write-out': writeOut,
  'exit-codes': exitCodes,
  curl,
  profiles,
  configuration,
  environment,
  files,
  proxies,
  tls,
  troubleshooting,
  uninstall,
} as const satisfies Readonly<Record<string, Page>>;

export type TopicName = keyof typeof manual;

/** Topics generated from tables: the keys of the full screen, all flags, the licences. */
export const tableTopics = {
  keys: 'keys of the full screen and their names in the configuration',
  flags: 'every flag, with examples and its name in curl and HTTPie',
  licences: 'licences of apiclient and its packages',
} as const;
