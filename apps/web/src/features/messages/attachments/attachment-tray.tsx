import { ActionIcon } from '@mantine/core'
import { IconFile, IconMusic, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './attachment-tray.module.css'
import type { Attachment } from './attachments.ts'

interface Props {
  attachments: Attachment[]
  selected: string | undefined
  onSelect: (id: string) => void
  onRemove: (id: string) => void
}

/** Previews of the files to be sent. The field below holds the caption of the selected one. */
export function AttachmentTray({ attachments, selected, onSelect, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles.tray} aria-label={t('messages.composer.attachments')}>
      {attachments.map((attachment) => (
        <li
          key={attachment.id}
          data-selected={attachment.id === selected}
          data-refused={attachment.tooLarge !== undefined}
        >
          <button type="button" onClick={() => onSelect(attachment.id)} aria-pressed={attachment.id === selected}>
            <Preview attachment={attachment} />
            <span className={styles.words}>
              <span className="cut">{attachment.name}</span>
              <Detail attachment={attachment} />
            </span>
          </button>
          <ActionIcon
            size={20}
            radius="xl"
            variant="default"
            className={styles.remove ?? ''}
            aria-label={t('messages.composer.removeAttachment', { name: attachment.name })}
            onClick={() => onRemove(attachment.id)}
          >
            <IconX size={12} stroke={2} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

function Detail({ attachment: { size, caption, tooLarge } }: { attachment: Attachment }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (tooLarge !== undefined) {
    return <small role="alert">{t('messages.composer.tooLarge', { size: format.fileSize(tooLarge) })}</small>
  }
  return <small className="cut">{caption || format.fileSize(size)}</small>
}

function Preview({ attachment: { type, url } }: { attachment: Attachment }) {
  if (type.startsWith('image/')) return <img src={url} alt="" />
  if (type.startsWith('video/'))
    return <video src={`${url}#t=0.001`} preload="metadata" muted playsInline aria-hidden />
  const Icon = type.startsWith('audio/') ? IconMusic : IconFile
  return (
    <span className={styles.icon}>
      <Icon size={24} stroke={1.5} aria-hidden />
    </span>
  )
}
