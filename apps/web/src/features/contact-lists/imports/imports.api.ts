import { type ContactListImport, type ListSheetField, api } from '@guiche/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download, upload } from '../../../lib/api.ts'

export const uploadListSheet =
  (contactListId: number) =>
  (file: File, onProgress: (share: number) => void): Promise<ContactListImport> =>
    upload(
      api.uploadContactListSheet,
      { params: { id: contactListId }, form: {} },
      { files: [file], field: 'file', onProgress },
    )

/** In ms. The import of a large sheet takes minutes. */
const lookEvery = 1000

/** An import, looked at again while it runs. */
export const listImport = (begun: ContactListImport) =>
  queryOptions({
    queryKey: ['contact-list-import', begun.id],
    queryFn: ({ signal }) => call(api.getContactListImport, { params: { id: begun.id } }, { signal }),
    initialData: begun,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookEvery : false),
  })

/** The last imports into a list, newest first. */
export const listImports = (contactListId: number) =>
  queryOptions({
    queryKey: ['contact-list-imports', contactListId],
    queryFn: ({ signal }) => call(api.listContactListImports, { params: { id: contactListId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? lookEvery : false),
  })

export const isReady = (columns: readonly ListSheetField[]): boolean =>
  columns.includes('name') && columns.includes('number')

/** What is wrong with the first rows. */
export const checkOf = (id: number, columns: ListSheetField[]) =>
  queryOptions({
    queryKey: ['contact-list-import-check', id, columns],
    queryFn: ({ signal }) => call(api.checkContactListImport, { params: { id }, body: { columns } }, { signal }),
    enabled: isReady(columns),
    placeholderData: keepPreviousData,
  })

/** `optsOut`: the people of the sheet want no campaigns. */
export const beginImport = (id: number, columns: ListSheetField[], optsOut: boolean) =>
  call(api.beginContactListImport, { params: { id }, body: { columns, optsOut } })

/** A sheet that is not imported after all. If that fails, the server removes it within a day. */
export const dropSheet = (id: number) => call(api.deleteContactListImport, { params: { id } }).catch(() => undefined)

export const refusedRows = (id: number): Promise<Blob> => download(api.refusedOfContactListImport, { params: { id } })
