import { IconChecklist } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/browser/storage.ts'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { removeTask } from './own-tasks.ts'
import { TaskRow } from './task-row.tsx'
import styles from './tasks.module.css'
import { useRefused } from './use-refused.ts'

interface Props {
  tasks: Task[]
  /** Gets the focus when a task was removed with its row. */
  field: RefObject<HTMLInputElement | null>
}

export function TaskList({ tasks, field }: Props) {
  const { t } = useTranslation()
  const told = useRefused()
  const [doomed, setDoomed] = useState<Task>()

  return (
    <>
      {tasks.length === 0 ? (
        <EmptyState icon={<IconChecklist size={32} stroke={1.3} aria-hidden />} title={t('tasks.empty')}>
          {t('tasks.emptyText')}
        </EmptyState>
      ) : (
        <Lists tasks={tasks} onRemove={setDoomed} />
      )}
      {doomed && (
        <RemovalDialog
          name={doomed.text}
          onRemove={() =>
            told(removeTask(doomed.id))
              ? Promise.resolve(field.current?.focus())
              : Promise.reject(new Error('not stored'))
          }
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

/** What is to be done, and below it what is done, the last one first. */
function Lists({ tasks, onRemove }: { tasks: Task[]; onRemove: (task: Task) => void }) {
  const { t } = useTranslation()
  const open = tasks.filter(({ isDone }) => !isDone)
  const done = tasks
    .filter(({ isDone }) => isDone)
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))
  const rows = (some: Task[]) =>
    some.map((task) => <TaskRow key={task.id} task={task} onRemove={() => onRemove(task)} />)

  return (
    <>
      {open.length > 0 ? (
        <ul className={styles.tasks} aria-label={t('tasks.open')}>
          {rows(open)}
        </ul>
      ) : (
        <p className={styles.allDone}>{t('tasks.allDone')}</p>
      )}
      {done.length > 0 && (
        <section className={styles.done}>
          <h2 id="tasks-done">
            {t('tasks.done')} <span>{done.length}</span>
          </h2>
          <ul className={styles.tasks} aria-labelledby="tasks-done">
            {rows(done)}
          </ul>
        </section>
      )}
    </>
  )
}
