import type { ReviewView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconZoomMoney } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../../lib/cache/list.ts'
import { useFormat } from '../../../lib/format.ts'
import { type Column, ListPage } from '../../../ui/list-page/list-page.tsx'
import { Status } from '../../../ui/marks/status.tsx'
import { LedgerDialog } from '../ledger/index.ts'
import { FinishReviewDialog } from './finish-review-dialog.tsx'
import { reviewList, useLiveReviews } from './reviews.api.ts'
import styles from './reviews.module.css'

/** Payments that the operator must look at: why, what to do, and what was done. */
export function ReviewList() {
  const { t } = useTranslation()
  useLiveReviews()
  const [opened, setOpened] = useState<ReviewView>()
  const [finished, setFinished] = useState<ReviewView>()
  const reviews = useInfiniteQuery(reviewList)
  const open = reviews.data?.pages.at(-1)?.open

  return (
    <>
      <ListPage
        title={t('billing.reviews.title')}
        list={{ ...listOf(reviews, (page) => page.reviews), count: open }}
        columns={useColumns({ onOpen: setOpened, onFinish: setFinished })}
        rowKey={({ companyId, id }) => `${companyId}:${id}`}
        rowName={({ companyName, invoiceId }) => `${companyName} #${invoiceId}`}
        empty={{
          icon: <IconZoomMoney size={32} stroke={1.3} />,
          title: t('billing.reviews.empty'),
          text: t('billing.reviews.emptyText'),
        }}
      />
      {opened && (
        <LedgerDialog
          company={{ id: opened.companyId, name: opened.companyName }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {finished && <FinishReviewDialog review={finished} onClose={() => setFinished(undefined)} />}
    </>
  )
}

interface Actions {
  onOpen: (review: ReviewView) => void
  onFinish: (review: ReviewView) => void
}

function useColumns({ onOpen, onFinish }: Actions): Column<ReviewView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'company',
      title: t('billing.reviews.company'),
      card: 'head',
      cell: ({ companyName, invoiceId }) => (
        <>
          <b>{companyName}</b>
          <small>{t('billing.number', { id: invoiceId })}</small>
        </>
      ),
    },
    {
      key: 'what',
      title: t('billing.reviews.what'),
      card: 'text',
      cell: ({ reason, amount, expected, doneAt, note }) => (
        <span className={styles.what}>
          {t(`billing.reviews.reasons.${reason}`, {
            amount: format.money(amount),
            expected: format.money(expected),
          })}
          <small>{doneAt === null ? t(`billing.reviews.advice.${reason}`) : note}</small>
        </span>
      ),
    },
    { key: 'at', title: t('billing.reviews.at'), cell: ({ createdAt }) => format.tableTime(createdAt) },
    {
      key: 'state',
      title: t('billing.status'),
      cell: ({ doneAt }) =>
        doneAt === null ? (
          <Status tone="warn">{t('billing.reviews.waiting')}</Status>
        ) : (
          <>
            <Status tone="good">{t('billing.reviews.done')}</Status>
            <small>{format.tableTime(doneAt)}</small>
          </>
        ),
    },
    {
      key: 'actions',
      title: t('ui.actions'),
      cell: (review) => (
        <span className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('billing.reviews.openOf', { name: review.companyName })}
            onClick={() => onOpen(review)}
          >
            {t('billing.reviews.open')}
          </Button>
          {review.doneAt === null && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('billing.reviews.finishOf', { name: review.companyName, id: review.invoiceId })}
              onClick={() => onFinish(review)}
            >
              {t('billing.reviews.finish')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}
