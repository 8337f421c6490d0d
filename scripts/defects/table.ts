import type { Defect } from './defects.ts'

/** The rows of the table in docs/promises/defects.md, one to a defect. */
export const defectsTable = (defects: Defect[]): string => rows(defects.map(cells))

const cells = ({ name, file, foundBy }: Defect) => [name, `\`${file}\``, `\`${foundBy.file}\`: ${foundBy.test}`]

/** As the formatter leaves it: columns of one width. */
function rows(table: string[][]): string {
  const all = [['defect', 'in', 'found by'], ...table]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n')
}
