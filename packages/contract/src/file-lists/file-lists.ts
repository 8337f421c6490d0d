import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, OptionalId, PageNumber, SearchParam, changeOf, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

/** A file of a list. The customer gets it with its name as caption. */
export const FileOptionView = z.object({
  id: z.number(),
  /** The list that it belongs to. */
  fileId: z.number(),
  name: z.string(),
  /** The name of the uploaded file; null: none has been uploaded yet, and none is sent. */
  path: z.string().nullable(),
  mediaType: z.enum(['image', 'audio', 'video', 'application']).nullable(),
  /** The address of the file, valid for some minutes. */
  url: z.string().nullable(),
  /** In bytes. */
  size: z.number().nullable(),
})
export type FileOptionView = z.output<typeof FileOptionView>

/** A message and files, which queues and options of their menus send; campaigns send the files after their own message. */
export const FileListView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  message: z.string(),
  options: z.array(FileOptionView),
  ...Timestamps,
})
export type FileListView = z.output<typeof FileListView>

export const FileListRef = z.object({ id: z.number(), name: z.string() })
export type FileListRef = z.output<typeof FileListRef>

/** Existing clients also send `path`, `mediaType` and `file`: the file itself comes with `uploadListFiles`. */
const FileOptionBody = z.object({
  id: OptionalId.default(null),
  name: z.string().overwrite(cleanLine).max(limits.fileCaption, 'tooLong').default(''),
})

export const FileListBody = z.object({
  name: z.string('required').overwrite(cleanLine).min(3, 'tooShort').max(50, 'tooLong'),
  message: z.string('required').trim().min(1, 'required').max(limits.quickMessageText, 'tooLong'),
  /** In their order. A change keeps those that it names by their id, adds those without one, and removes the others. */
  options: z.array(FileOptionBody).max(limits.filesPerList, 'tooMany').default([]),
})

/** What uses a list: deleting the list takes it from all of them. */
const FileListUses = z.object({
  queues: z.array(FileListRef),
  options: z.array(FileListRef),
  /** Those that may still send it. */
  campaigns: z.array(FileListRef),
})
export type FileListUses = z.output<typeof FileListUses>

export const fileListCalls = {
  listFileLists: endpoint({
    method: 'GET',
    path: '/files',
    summary: 'Lists of files by name',
    access: 'user',
    feature: 'none',
    /** Existing clients also send `companyId`; that of the session counts. */
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ files: z.array(FileListView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickFileLists: endpoint({
    method: 'GET',
    path: '/files/list',
    summary: 'All lists of files, for pick lists',
    access: 'user',
    feature: 'none',
    answer: z.array(FileListRef),
  }),
  getFileList: endpoint({
    method: 'GET',
    path: '/files/:id',
    summary: 'One list of files',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: FileListView,
  }),
  fileListUses: endpoint({
    method: 'GET',
    path: '/files/:id/uses',
    summary: 'What uses a list of files',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: FileListUses,
  }),
  createFileList: endpoint({
    method: 'POST',
    path: '/files',
    summary: 'A new list; its files follow with uploadListFiles',
    access: 'admin',
    feature: 'none',
    body: FileListBody,
    answer: FileListView,
  }),
  updateFileList: endpoint({
    method: 'PUT',
    path: '/files/:id',
    summary: 'Change a list of files',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: changeOf(FileListBody),
    answer: FileListView,
  }),
  deleteFileList: endpoint({
    method: 'DELETE',
    path: '/files/:id',
    summary: 'Remove a list of files, also from all that uses it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  uploadListFiles: endpoint({
    method: 'POST',
    path: '/files/uploadList/:id',
    summary: 'Files of a list: the first one is for the option of the first id, and so on',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    form: z.object({
      fileId: Id.optional(),
      typeArch: z.string().max(20).optional(),
      /** The options of the files. Names are saved with the list, types are read from the files. */
      id: z.array(Id).max(limits.filesPerList, 'tooMany').default([]),
    }),
    repeatedFields: ['id'],
    answer: z.object({ mensagem: z.string(), record: FileListView }),
  }),
} as const
