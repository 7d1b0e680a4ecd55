/**
 * The introspection ladder: ask for everything, and when an old server refuses, leave out what it named, or else the
 * newest thing left. Which server knows what is remembered, so that the next start asks once.
 */

/** What newer versions of the specification added, newest first. The order is the order of giving up. */
const introspectionFeatures = [
  'oneOf',
  'inputDeprecation',
  'specifiedBy',
  'repeatable',
  'schemaDescription',
  'subscription',
  'fragments',
] as const;

/** Something that may be left out of the question because an old server refuses it. */
export type IntrospectionFeature = (typeof introspectionFeatures)[number];

/** What is asked for. The full ladder begins with all. */
export type Rung = ReadonlySet<IntrospectionFeature>;

/** The question that leaves nothing out. */
export const fullRung: Rung = new Set(introspectionFeatures);

/** How a server names what it does not know, in its error messages. */
const named: Readonly<Record<IntrospectionFeature, RegExp>> = {
  oneOf: /isOneOf/i,
  inputDeprecation: /includeDeprecated|__InputValue|InputValue\.(?:isDeprecated|deprecationReason)/,
  specifiedBy: /specifiedBy/i,
  repeatable: /isRepeatable/i,
  schemaDescription: /__Schema\b.*\bdescription\b|\bdescription\b.*__Schema\b/i,
  subscription: /subscriptionType/,
  fragments: /fragment|depth|deep|nest|complex|TypeRef|FullType|InputValue\b(?!\.)/i,
};

/** The name some servers insist on (graphiql#664). */
export const introspectionName = 'IntrospectionQuery';

/** The next thing to try after a refusal, or undefined when there is nothing left to leave out. */
export function nextRung(rung: Rung, messages: readonly string[]): Rung | undefined {
  const left = introspectionFeatures.filter(feature => rung.has(feature));
  const [newest] = left;
  if (newest === undefined) return undefined;
  const refused = left.filter(feature => messages.some(message => named[feature].test(message)));
  const dropped = new Set<string>(refused.length > 0 ? refused : [newest]);
  return new Set(left.filter(feature => !dropped.has(feature)));
}

/**
 * The query of a rung: no variables (a router once ignored them, apollographql/router#3831), inline values only. Without
 * `fragments` it is also shallower: servers that forbid one often limit the other.
 */
export function introspectionQuery(rung: Rung): string {
  const only = (feature: IntrospectionFeature, text: string): string => (rung.has(feature) ? ` ${text}` : '');
  const spread = rung.has('fragments');
  const ofType = (depth: number): string => (depth === 0 ? '' : ` ofType { kind name${ofType(depth - 1)} }`);
  const typeRef = `kind name${ofType(spread ? 9 : 5)}`;
  const deprecated = rung.has('inputDeprecation') ? '(includeDeprecated: true)' : '';
  const inputValue = `name description type { ${spread ? '...TypeRef' : typeRef} } defaultValue${only('inputDeprecation', 'isDeprecated deprecationReason')}`;
  const input = spread ? '...InputValue' : inputValue;
  const ref = spread ? '...TypeRef' : typeRef;
  const flatRef = spread ? '...TypeRef' : 'kind name';
  const fullType = [
    `kind name description${only('specifiedBy', 'specifiedByURL')}${only('oneOf', 'isOneOf')}`,
    `fields(includeDeprecated: true) { name description args${deprecated} { ${input} } type { ${ref} } isDeprecated deprecationReason }`,
    `inputFields${deprecated} { ${input} }`,
    `interfaces { ${flatRef} }`,
    'enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }',
    `possibleTypes { ${flatRef} }`,
  ].join('\n');
  const schema = [
    `${only('schemaDescription', 'description')} queryType { name } mutationType { name }${only('subscription', 'subscriptionType { name }')}`,
    `types { ${spread ? '...FullType' : fullType} }`,
    `directives { name description${only('repeatable', 'isRepeatable')} locations args${deprecated} { ${input} } }`,
  ].join('\n');
  const fragments = spread
    ? `\nfragment FullType on __Type { ${fullType} }\nfragment InputValue on __InputValue { ${inputValue} }\nfragment TypeRef on __Type { ${typeRef} }`
    : '';
  return `query ${introspectionName} { __schema {\n${schema.trim()}\n} }${fragments}`;
}

/** How features are remembered in a file: those left out, by name. Unknown names are ignored. */
export const rungToText = (rung: Rung): string => introspectionFeatures.filter(feature => !rung.has(feature)).join(' ');

/** The rung that `rungToText` wrote; an empty text is the full one. */
export function rungFromText(text: string): Rung {
  const dropped = new Set(text.split(/\s+/));
  return new Set(introspectionFeatures.filter(feature => !dropped.has(feature)));
}
