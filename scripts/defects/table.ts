import type { Defect } from './defect.ts'

/** The table in docs/promises/defects.md, one row per defect. */
export const defectsTable = (defects: Defect[]): string => rows(defects.map(cells))

const cells = ({ name, file, foundBy }: Defect) => [name, `\`${file}\``, `\`${foundBy.file}\`: ${foundBy.test}`]

/** Pads columns to one width, as the formatter does. */
function rows(table: string[][]): string {
  const all = [['defect', 'in', 'found by'], ...table]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n')
}
