import { workbookOf } from '#platform/sheets/write-workbook'
import type { Texts } from '#texts'

/** Its titles are those that imports recognise. */
export function exampleSheet({ contactSheet, exampleSheet: { city } }: Texts): AsyncGenerator<Buffer> {
  const columns = [
    { title: contactSheet.name, width: 28 },
    { title: contactSheet.number, width: 22 },
    { title: contactSheet.email, width: 30 },
    { title: city, width: 20 },
  ]
  return workbookOf(columns, rows())
}

async function* rows(): AsyncGenerator<string[][]> {
  yield [
    ['Maria Silva', '5511999990000', 'maria@example.com', 'São Paulo'],
    ['João Souza', '(31) 98888-0000', '', 'Belo Horizonte'],
  ]
}
