import type { TaskView } from '@guiche/contract'
import { IconChecklist } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { TaskRow } from './task-row.tsx'
import { useDeleteTask } from './tasks.api.ts'
import styles from './tasks.module.css'

interface Props {
  tasks: TaskView[]
  /** Gets the focus when a task was removed with its row. */
  field: RefObject<HTMLInputElement | null>
}

export function TaskList({ tasks, field }: Props) {
  const { t } = useTranslation()
  const remove = useDeleteTask()
  const [doomed, setDoomed] = useState<TaskView>()

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
          onRemove={() => remove.mutateAsync(doomed).then(() => field.current?.focus())}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

/** What is to be done, and below it what is done, the last one first. */
function Lists({ tasks, onRemove }: { tasks: TaskView[]; onRemove: (task: TaskView) => void }) {
  const { t } = useTranslation()
  const open = tasks.filter(({ done }) => !done)
  const done = tasks.filter((task) => task.done).toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  const rows = (some: TaskView[]) =>
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
