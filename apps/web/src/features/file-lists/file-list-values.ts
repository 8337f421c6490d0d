import type { FileListView, FileOptionView } from '@guiche/contract'
import { randomId } from '../../lib/uuid.ts'

export interface OptionValues {
  /** Of the row on the screen. */
  key: string
  /** Null: it is not stored yet. */
  id: number | null
  name: string
  /** The file that is stored. */
  stored: Pick<FileOptionView, 'path' | 'size'> | null
  /** The file that was chosen, which replaces the stored one. */
  file: File | null
}

export type FileListValues = {
  name: string
  message: string
  options: OptionValues[]
}

export const newOption = (): OptionValues => ({ key: randomId(), id: null, name: '', stored: null, file: null })

export const valuesOf = (list: FileListView | undefined): FileListValues => ({
  name: list?.name ?? '',
  message: list?.message ?? '',
  options: list?.options.map(optionOf) ?? [newOption()],
})

export const bodyOf = ({ name, message, options }: FileListValues) => ({
  name,
  message,
  options: options.map((option) => ({ id: option.id, name: option.name })),
})

const optionOf = ({ id, name, path, size }: FileOptionView): OptionValues => ({
  key: String(id),
  id,
  name,
  stored: path === null ? null : { path, size },
  file: null,
})
