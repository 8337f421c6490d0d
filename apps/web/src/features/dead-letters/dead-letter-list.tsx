import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type DeadLetter, deadLetters, useRetryDeadLetter } from './dead-letters.api.ts'

/** What the installation could not do, for the operator: of which company, why, and a button that tries again. */
export function DeadLetterList() {
  const { t } = useTranslation()
  const letters = useQuery(deadLetters)
  const rows = letters.data ?? []

  return (
    <ListPage
      title={t('dead-letters.title')}
      list={{
        rows,
        count: rows.length,
        isLoading: letters.isPending,
        failure: letters.error && causeOf(letters.error),
        onRetry: () => void letters.refetch(),
        canLoadMore: false,
        isLoadingMore: false,
        onMore: () => undefined,
      }}
      columns={useColumns()}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowName={({ name }) => name}
      empty={{
        icon: <IconCircleCheck size={32} stroke={1.3} />,
        title: t('dead-letters.empty'),
        text: t('dead-letters.emptyText'),
      }}
    />
  )
}

function useColumns(): Column<DeadLetter>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t('dead-letters.what'),
      card: 'head',
      cell: ({ kind, name }) => (
        <>
          <b>{t(`dead-letters.kinds.${kind}`)}</b>
          <small>{name}</small>
        </>
      ),
    },
    {
      key: 'company',
      title: t('dead-letters.company'),
      cell: ({ companyName }) => companyName ?? t('dead-letters.noCompany'),
    },
    { key: 'reason', title: t('dead-letters.reason'), width: '36%', cell: ({ reason }) => reason || '–' },
    {
      key: 'attempts',
      title: t('dead-letters.attempts'),
      isNumeric: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    { key: 'at', title: t('dead-letters.at'), cell: ({ createdAt }) => format.tableTime(createdAt) },
    { key: 'retry', title: t('ui.actions'), cell: (letter) => <Retry letter={letter} /> },
  ]
}

function Retry({ letter }: { letter: DeadLetter }) {
  const { t } = useTranslation()
  const retry = useRetryDeadLetter()
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('dead-letters.retryOf', { name: letter.name })}
      loading={retry.isPending}
      onClick={() =>
        retry.mutate(letter, {
          onSuccess: ({ retried }) =>
            retried ? toast.success(t('dead-letters.retried')) : toast.error(t('dead-letters.gone')),
        })
      }
    >
      {t('dead-letters.retry')}
    </Button>
  )
}
