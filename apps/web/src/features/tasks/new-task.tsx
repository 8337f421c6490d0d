import { cleanLine } from '@guiche/contract'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx'
import { addTask, longestTask } from './own-tasks.ts'
import { useRefused } from './use-refused.ts'
import styles from './tasks.module.css'

/** The field stays ready for the next task. A blank text is ignored. */
export function NewTask({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const told = useRefused()
  const [typed, setTyped] = useState('')
  const { question } = useUnsaved(typed.trim() !== '', { asksLinks: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = cleanLine(typed)
    if (text === '') return
    // A refused text stays in the field.
    if (told(addTask(text))) setTyped('')
  }

  return (
    <form className={styles.add} onSubmit={submit}>
      <TextInput
        ref={field}
        size="md"
        autoComplete="off"
        maxLength={longestTask}
        aria-label={t('tasks.new')}
        placeholder={t('tasks.placeholder')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="md">
        {t('tasks.add')}
      </Button>
      {question}
    </form>
  )
}
