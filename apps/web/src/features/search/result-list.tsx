import { Button, Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactElement, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { causeOf } from '../../lib/api-error.ts'
import { useNearEnd } from '../../ui/list-page/use-near-end.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { RowSkeletons } from '../../ui/states/skeletons.tsx'
import { UnorderedList } from '../../ui/virtual-list.tsx'
import type { ResultPage } from './search.api.ts'
import styles from './search.module.css'

export interface ResultsHandle {
  /** Moves the focus by `step` rows from the focused one. */
  moveFocus: (step: number) => void
}

interface Props<Result> {
  kind: 'messages' | 'notes' | 'files' | 'contacts'
  text: string
  query: UseInfiniteQueryResult<InfiniteData<ResultPage<Result>>>
  children: (result: Result) => ReactElement
  ref: Ref<ResultsHandle>
}

/** Renders only visible rows. */
export function ResultList<Result>({ kind, text, query, children, ref }: Props<Result>) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  // To load a page would cancel a refetch that runs. After an error, it continues only when the user asks for it.
  const canLoadMore = query.hasNextPage && !query.isFetching && !query.isError
  const end = useNearEnd<HTMLDivElement>(() => void query.fetchNextPage(), canLoadMore)
  const results = query.data?.pages.flatMap((page) => page.results) ?? []

  useImperativeHandle(ref, () => ({
    moveFocus(step) {
      const focused = document.activeElement?.closest('[data-result]')?.getAttribute('data-result')
      const at = focused ? Number(focused) : -1
      const index = Math.min(results.length - 1, Math.max(0, at + step))
      virtual.current?.scrollToIndex(index, { align: 'nearest' })
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-result="${index}"] :is(a, button)`)
          ?.focus({ preventScroll: true }),
      )
    },
  }))

  if (query.isPending) return <RowSkeletons label={t('search.loading')} />
  if (query.isError && results.length === 0)
    return (
      <Failure
        title={t('search.failed')}
        cause={causeOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (results.length === 0)
    return (
      <EmptyState icon={<IconSearch size={32} stroke={1.3} />} title={t('ui.nothingFound')}>
        {t(`search.empty.${kind}`, { text })}
      </EmptyState>
    )

  return (
    <div ref={scroller} className={styles.scroll}>
      <Virtualizer ref={virtual} as={UnorderedList} item="li" data={results} scrollRef={scroller}>
        {(result, index) => {
          const row = children(result)
          return (
            <div key={row.key} data-result={index} className={styles.item}>
              {row}
            </div>
          )
        }}
      </Virtualizer>
      <div ref={end} className={styles.end} role="status">
        {query.isFetchingNextPage && <Loader size="xs" aria-label={t('ui.loading')} />}
        {query.isFetchNextPageError && !query.isFetchingNextPage && (
          <Button variant="default" size="xs" onClick={() => void query.fetchNextPage()}>
            {t('ui.failure.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
