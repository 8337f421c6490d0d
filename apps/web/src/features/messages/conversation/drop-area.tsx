import { IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { droppedFiles } from '../attachments/index.ts'
import styles from './conversation.module.css'

interface Props {
  label: string
  isOn: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** The conversation, which accepts dropped files everywhere. */
export function DropArea({ label, isOn, onFiles, children }: Props) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes('Files')

  return (
    <section
      className={styles.conversation}
      aria-label={label}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        const { files, hasFolder } = droppedFiles(event.dataTransfer)
        if (hasFolder) toast.warn(t('messages.composer.noFolder'), { id: 'folder' })
        if (files.length > 0) onFiles(files)
      }}
    >
      {children}
      {isOver && (
        <div className={styles.drop} aria-hidden>
          <IconPaperclip size={28} stroke={1.5} />
          {t('messages.dropHere')}
        </div>
      )}
    </section>
  )
}
