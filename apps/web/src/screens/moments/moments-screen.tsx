import { limits } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Attendants } from '../../features/moments/attendants.tsx'
import { Figures } from '../../features/moments/figures.tsx'
import { isCut, momentsBoard } from '../../features/moments/moments.api.ts'
import styles from '../../features/moments/moments.module.css'
import { useBoardLive } from '../../features/moments/use-board-live.ts'
import { Waiting } from '../../features/moments/waiting.tsx'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'

/** Who serves what, who waits, and the longest wait, live (docs/requirements/back-office.md, section 2). */
export function MomentsScreen() {
  const { t } = useTranslation()
  useTitle(t('moments.title'))
  useBoardLive()
  const { data: board, error, isPending, isFetching, refetch } = useQuery(momentsBoard)

  return (
    <Page title={t('moments.title')}>
      {isPending && <TableSkeletons label={t('ui.loading')} />}
      {error && !board && <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {board && (
        <>
          <Figures board={board} />
          {isCut(board) && <p className={styles.limited}>{t('moments.limited', { most: limits.momentsTickets })}</p>}
          <div className={styles.columns}>
            <Attendants board={board} />
            <Waiting board={board} />
          </div>
        </>
      )}
    </Page>
  )
}
