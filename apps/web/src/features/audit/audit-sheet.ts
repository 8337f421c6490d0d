import { AuditEntryView, AuditExportHead, auditObjects, csvLine, limits } from '@guiche/contract'
import type { TFunction } from 'i18next'
import { csvFileOf } from '../../lib/browser/csv-file.ts'
import { type Format, formatOf } from '../../lib/format.ts'
import type { Language } from '../../lib/languages.ts'
import { type Line, wordsOf } from './use-entry-words.ts'

interface Reader {
  t: TFunction
  language: Language
}

/** The exported entries as a table in the words of the screen. No program takes a cell of it for a formula (S49). */
export async function sheetOf(exported: Blob, { t, language }: Reader): Promise<Blob> {
  const lines: string[] = []
  let write: ((line: string) => string) | undefined
  let count = 0
  for await (const line of linesOf(exported)) {
    if (write) {
      lines.push(write(line))
      count += 1
      continue
    }
    const { timezone } = AuditExportHead.parse(JSON.parse(line))
    lines.push(csvLine(titlesOf(t, timezone)))
    const [format, timeOf] = [formatOf(language, timezone), timesIn(timezone)]
    write = (one) => csvLine(cellsOf(AuditEntryView.parse(JSON.parse(one)), { t, format, timeOf }))
  }
  if (count >= limits.auditExport) lines.push(csvLine([t('audit.sheet.cut', { most: String(limits.auditExport) })]))
  return csvFileOf(lines)
}

/** Read in pieces, so that the page goes on between them. */
async function* linesOf(text: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = text.stream().getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (done) return
  }
}

const titlesOf = (t: TFunction, timezone: string): string[] => [
  `${t('audit.at')} (${timezone})`,
  t('audit.who'),
  t('audit.sheet.actorKind'),
  t('audit.where'),
  t('audit.what'),
  t('audit.filters.object'),
  t('audit.filters.objectId'),
  t('audit.object'),
  t('audit.before'),
  t('audit.after'),
  t('audit.sheet.details'),
]

interface CellWords {
  t: TFunction
  format: Format
  timeOf: (time: string) => string
}

function cellsOf(entry: AuditEntryView, { t, format, timeOf }: CellWords): string[] {
  const { what, who, object, lines } = wordsOf(entry, { t, format })
  const kindOfObject = auditObjects.find((name) => name === entry.object)
  const changes = lines.filter(({ after }) => after !== undefined)
  return [
    timeOf(entry.at),
    who,
    t(`audit.actors.${entry.actor.kind}`),
    entry.address ?? '',
    what,
    kindOfObject ? t(`audit.objects.${kindOfObject}`) : entry.object,
    entry.objectId,
    object ?? '',
    told(changes, ({ before = '' }) => before),
    told(changes, ({ after = '' }) => after),
    told(
      lines.filter(({ after }) => after === undefined),
      ({ value = '' }) => value,
    ),
  ]
}

const told = (lines: readonly Line[], sayOf: (line: Line) => string): string =>
  lines.map((line) => `${line.label}: ${sayOf(line)}`).join('\n')

/** YYYY-MM-DD HH:MM:SS, which sorts as text. */
function timesIn(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(new Date(time))
}
