import { cleanLine } from '@guiche/contract'
import { ActionIcon, Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/browser/storage.ts'
import { changeTask, longestTask } from './own-tasks.ts'
import styles from './tasks.module.css'
import { useRefused } from './use-refused.ts'

interface Props {
  task: Task
  onRemove: () => void
}

export function TaskRow({ task, onRemove }: Props) {
  const { t } = useTranslation()
  const told = useRefused()
  const [isEditing, setIsEditing] = useState(false)
  const text = useRef<HTMLButtonElement>(null)

  function leave({ byKey }: { byKey: boolean }) {
    setIsEditing(false)
    if (byKey) requestAnimationFrame(() => text.current?.focus())
  }

  return (
    <li className={styles.task} data-done={task.isDone}>
      <Checkbox
        radius="xl"
        aria-label={task.text}
        checked={task.isDone}
        onChange={({ currentTarget }) => told(changeTask(task.id, { isDone: currentTarget.checked }))}
      />
      {isEditing ? (
        <TextEditor
          value={task.text}
          onSave={(changed) => told(changeTask(task.id, { text: changed }))}
          onLeave={leave}
        />
      ) : (
        <UnstyledButton
          ref={text}
          className={styles.text}
          dir="auto"
          aria-label={t('ui.row.edit', { name: task.text })}
          onClick={() => setIsEditing(true)}
        >
          {task.text}
        </UnstyledButton>
      )}
      <ActionIcon size={28} aria-label={t('tasks.remove', { text: task.text })} onClick={onRemove}>
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}

interface EditorProps {
  value: string
  onSave: (text: string) => void
  onLeave: (how: { byKey: boolean }) => void
}

/** Enter and leaving the field save, Esc does not. A blank text leaves the task as it was. */
function TextEditor({ value, onSave, onLeave }: EditorProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => field.current?.select(), [])

  function leave({ saves, byKey }: { saves: boolean; byKey: boolean }) {
    // Removing the field blurs it once more.
    if (isOver.current) return
    isOver.current = true
    const text = cleanLine(typed)
    if (saves && text !== '' && text !== value) onSave(text)
    onLeave({ byKey })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault()
      leave({ saves: event.key === 'Enter', byKey: true })
    }
  }

  return (
    <TextInput
      ref={field}
      className={styles.editor}
      autoComplete="off"
      maxLength={longestTask}
      aria-label={t('tasks.text')}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => leave({ saves: true, byKey: false })}
    />
  )
}
