/** The shape of what `apiclient help TOPIC` says. */

/** One topic: paragraphs, then lines in two columns, then an example as it stands. */
export interface Guide {
  readonly title: string;
  /** For a list of topics. */
  readonly about: string;
  readonly paragraphs?: readonly string[];
  readonly rows?: readonly (readonly [left: string, right: string])[];
  readonly example?: readonly string[];
  /** Paragraphs after the example. */
  readonly notes?: readonly string[];
}
