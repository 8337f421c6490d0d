import { type ContactSheet, type SheetField, api } from '@guiche/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, upload } from '../../../lib/api.ts'

export const uploadSheet = (file: File, onProgress: (share: number) => void): Promise<ContactSheet> =>
  upload(api.uploadContactSheet, { form: {} }, { files: [file], field: 'file', onProgress })

/** In ms. The import of a large sheet takes a minute or two. */
const lookEvery = 700

/** A sheet, looked at again while it is being imported. */
export const sheetOf = (sheet: ContactSheet) =>
  queryOptions({
    queryKey: ['contact-sheet', sheet.id],
    queryFn: ({ signal }) => call(api.getContactSheet, { params: { id: sheet.id } }, { signal }),
    initialData: sheet,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookEvery : false),
  })

export const checkOf = (id: number, columns: SheetField[]) =>
  queryOptions({
    queryKey: ['contact-sheet-check', id, columns],
    queryFn: ({ signal }) => call(api.checkContactSheet, { params: { id }, body: { columns } }, { signal }),
    enabled: columns.includes('number'),
    placeholderData: keepPreviousData,
  })

export const importSheet = (id: number, columns: SheetField[], completes: boolean) =>
  call(api.importContactSheet, { params: { id }, body: { columns, completes } })

/** A sheet that is not imported after all. If that fails, the server removes it within a day. */
export const dropSheet = (id: number) => call(api.deleteContactSheet, { params: { id } }).catch(() => undefined)
