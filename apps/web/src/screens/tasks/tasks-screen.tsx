import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NewTask } from '../../features/tasks/new-task.tsx'
import { useOwnTasks } from '../../features/tasks/own-tasks.ts'
import { TaskList } from '../../features/tasks/task-list.tsx'
import styles from '../../features/tasks/tasks.module.css'
import { useTitle } from '../../lib/browser/title.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { Page } from '../../ui/page/page.tsx'

/** The user's own to-do list (docs/requirements/workspace.md, section 2). */
export function TasksScreen() {
  const { t } = useTranslation()
  useTitle(t('tasks.title'))
  const tasks = useOwnTasks()
  const field = useRef<HTMLInputElement>(null)
  useActions([
    { keys: 'n', label: t('tasks.new'), group: 'general', icon: IconPlus, run: () => field.current?.focus() },
  ])

  return (
    <Page title={t('tasks.title')} count={tasks.filter(({ isDone }) => !isDone).length}>
      <div className={styles.list}>
        <NewTask field={field} />
        <TaskList tasks={tasks} field={field} />
      </div>
    </Page>
  )
}
