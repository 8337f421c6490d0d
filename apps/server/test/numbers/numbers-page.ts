import { type NumberName, numberNames } from '@guiche/contract'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { texts } from '#texts'
import type { RawBuilder } from '#platform/database/sql'
import { definitions, moments, sources } from '../../src/modules/numbers/definitions.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const textOf = (part: RawBuilder<unknown>) => part.compile(compiler).sql.replace(/\s+/g, ' ').trim()

const periods = {
  created: 'it began',
  closed: 'its service ended',
  finished: 'it was closed for good',
  rated: 'it was rated',
  ended: 'the wait ended',
  now: 'none: now',
  waiting: 'none: now',
} as const

/** docs/numbers.md: what each number means, made from the definitions by which it is counted. */
export const numbersPage = (): string => `# The numbers of the dashboard

Made from \`apps/server/src/modules/numbers/definitions.ts\` and the texts of the server: \`node scripts/run.mjs numbers\`. A test fails if it is not current.

- Each number is one predicate. Card, chart, table, list and file use it, so the length of the list is the number; of a mean, the values in the list are those it comes from.
- A mean is the sum of all values divided by their count, never a mean of means. Median and 90th percentile stand beside it; they are exact to three digits, so that days can be added up.
- Days and hours are those of the company's time zone. A period includes its first and its last day.
- Groups and imported messages count only if the filter says so.
- An attendance, wait or ticket belongs to the queue and attendant that it had last; a wait belongs to who answered.
- The period before is as long as the period. Of a period that is not over, only as many days are compared as it has had.

${numberNames.map(sectionOf).join('\n')}`

function sectionOf(name: NumberName): string {
  const { unit, source, at, predicate, value } = definitions[name]
  const { label, sentence } = texts.en.numbers[name]
  const languages = (['pt', 'es', 'tr'] as const).map(
    (language) =>
      `- ${language}: **${texts[language].numbers[name].label}.** ${texts[language].numbers[name].sentence}`,
  )
  return `## ${label} (\`${name}\`)

${sentence}

${languages.join('\n')}
- Unit: ${unit}. Period: ${periods[at]}.

\`\`\`sql
-- from ${textOf(sources[source])} f, by ${textOf(moments[at])}
${textOf(predicate)}${value ? `\n-- value: ${textOf(value)}` : ''}
\`\`\`
`
}
