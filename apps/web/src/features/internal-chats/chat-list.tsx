import { Button, Loader } from '@mantine/core'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { SearchField } from '../../ui/list-page/search-field.tsx'
import { useNearEnd } from '../../ui/list-page/use-near-end.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { RowSkeletons } from '../../ui/states/skeletons.tsx'
import { ChatRow } from './chat-row.tsx'
import { chatsOf } from './chats.api.ts'
import styles from './chats.module.css'
import { FoundMessages } from './found-messages.tsx'

interface Props {
  /** The uuid of the open chat. */
  selected: string | undefined
  onNew: () => void
}

/** The chats of the user, and below them the messages that a search finds. */
export function ChatList({ selected, onNew }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const add = (
    <Button size="xs" leftSection={<IconPlus size={15} stroke={2} />} onClick={onNew}>
      {t('chats.new')}
    </Button>
  )
  return (
    <section className={styles.list} aria-label={t('chats.title')}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{t('chats.title')}</h1>
          {add}
        </div>
        <SearchField label={t('chats.search')} value={search} onChange={setSearch} />
      </header>
      <div className={styles.scroll}>
        <Rows search={search} selected={selected} onNew={onNew} />
        {search !== '' && <FoundMessages text={search} />}
      </div>
    </section>
  )
}

function Rows({ search, selected, onNew }: Props & { search: string }) {
  const { t } = useTranslation()
  const { rows, isLoading, failure, onRetry, canLoadMore, isLoadingMore, onMore } = listOf(
    useInfiniteQuery(chatsOf(search)),
    ({ records }) => records,
  )
  const end = useNearEnd<HTMLDivElement>(onMore, canLoadMore)
  if (failure && rows.length === 0) return <Failure cause={failure} onRetry={onRetry} />
  if (isLoading) return <RowSkeletons rows={6} label={t('ui.loading')} />
  if (rows.length === 0 && search !== '') return <p className={styles.nothing}>{t('chats.nothingFound')}</p>
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconMessages size={32} stroke={1.3} aria-hidden />}
        title={t('chats.empty')}
        actions={
          <Button variant="default" onClick={onNew}>
            {t('chats.begin')}
          </Button>
        }
      >
        {t('chats.emptyText')}
      </EmptyState>
    )
  return (
    <>
      <ul>
        {rows.map((chat) => (
          <li key={chat.id}>
            <ChatRow chat={chat} isSelected={chat.uuid === selected} />
          </li>
        ))}
      </ul>
      <div ref={end} className={styles.more}>
        {isLoadingMore && <Loader size="xs" aria-label={t('ui.loading')} />}
      </div>
    </>
  )
}
