import { limits } from '@guiche/contract'
import type { Window } from './context.ts'
import { useWindow } from './context.ts'
import { Icon, IconButton } from './icon.tsx'
import { FileName, sizeOf, useFileUrl } from './media.tsx'

/** Files that are chosen but not sent yet. */
export function Attachments({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <ul class="files">
      {files.map((file) => (
        <Attachment key={file} file={file} onRemove={() => onRemove(file)} />
      ))}
    </ul>
  )
}

/** The files that may be sent, and the reason for each other one. */
export function checkFiles(files: readonly File[], { t }: Window): { fitting: File[]; wrong: string } {
  const fits = (file: File) => file.size > 0 && file.size <= limitOf(file)
  const wrong = files
    .filter((file) => !fits(file))
    .map((file) => t(file.size ? 'tooLarge' : 'empty', { name: file.name, limit: limitOf(file) / 1_048_576 }))
  if (files.length > limits.filesPerSend) wrong.push(t('tooMany', { limit: limits.filesPerSend }))
  const fitting = files.filter(fits).slice(0, limits.filesPerSend)
  return { fitting, wrong: wrong.join(' ') }
}

function Attachment({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useWindow()
  const url = useFileUrl(file.type.startsWith('image/') ? file : undefined)
  return (
    <li>
      {url ? <img src={url} alt="" /> : <Icon name="file" size={24} />}
      <FileName name={file.name} />
      <small>{sizeOf(file.size)}</small>
      <IconButton icon="cross" label={t('remove', { name: file.name })} onClick={onRemove} />
    </li>
  )
}

function limitOf({ type }: File): number {
  if (type.startsWith('image/')) return limits.image
  return /^(audio|video)\//.test(type) ? limits.audioOrVideo : limits.document
}
