import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NewTask } from '../../features/tasks/new-task.tsx'
import { TaskList } from '../../features/tasks/task-list.tsx'
import { ownTasks, useLiveTasks } from '../../features/tasks/tasks.api.ts'
import styles from '../../features/tasks/tasks.module.css'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { Page } from '../../ui/page/page.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'

/** The user's own to-do list (docs/requirements/workspace.md, section 2). */
export function TasksScreen() {
  const { t } = useTranslation()
  useTitle(t('tasks.title'))
  useLiveTasks()
  const { data, error, isPending, isFetching, refetch } = useQuery(ownTasks)
  const field = useRef<HTMLInputElement>(null)
  useActions([
    { keys: 'n', label: t('tasks.new'), group: 'general', icon: IconPlus, run: () => field.current?.focus() },
  ])

  return (
    <Page title={t('tasks.title')} count={data?.filter(({ done }) => !done).length}>
      {isPending && <TableSkeletons label={t('ui.loading')} />}
      {error && !data && <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data && (
        <div className={styles.list}>
          <NewTask field={field} />
          <TaskList tasks={data} field={field} />
        </div>
      )}
    </Page>
  )
}
