import type { ApiTokenView } from '@guiche/contract'
import { Badge, Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import type { Column, ListState } from '../../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../../ui/list-page/list-panel.tsx'
import { apiTokens, useDeleteToken, useLiveTokens } from '../messages-api.api.ts'
import styles from '../messages-api.module.css'
import { NewToken } from './new-token.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { Usages } from './usages.tsx'

/** Named tokens, each with what it may do, its end and its last use. */
export function Tokens() {
  const { t } = useTranslation()
  useLiveTokens()
  const tokens = useQuery(apiTokens)
  const remove = useDeleteToken()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ token: string; name: string }>()

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('messages-api.tokens.add')}
    </Button>
  )
  const list: ListState<ApiTokenView> = {
    rows: tokens.data ?? [],
    count: tokens.data?.length,
    isLoading: tokens.isPending,
    failure: tokens.error && causeOf(tokens.error),
    onRetry: () => void tokens.refetch(),
    canLoadMore: false,
    isLoadingMore: false,
    onMore: () => undefined,
  }

  return (
    <>
      <ListPanel
        title={t('messages-api.tokens.title')}
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={add('filled')}
        notice={<p className={styles.hint}>{t('messages-api.tokens.hint')}</p>}
        empty={{
          icon: <IconKey size={32} stroke={1.3} />,
          title: t('messages-api.tokens.empty'),
          text: t('messages-api.tokens.emptyText'),
          actions: add('default'),
        }}
        onDelete={({ id }) => remove.mutateAsync(id)}
        deleteText={() => <p>{t('messages-api.tokens.deleteText')}</p>}
      />
      <Usages />
      {isAdding && (
        <TokenDialog
          onCreated={(made) => {
            setAdding(false)
            setCreated(made)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {created && <NewToken created={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

function useColumns(): Column<ApiTokenView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t('messages-api.tokens.name'),
      card: 'head',
      cell: ({ name, isExpired }) => (
        <>
          <b>{name}</b> {isExpired && <Badge color="red">{t('messages-api.tokens.expired')}</Badge>}
        </>
      ),
    },
    { key: 'ending', title: t('messages-api.token'), cell: ({ ending }) => <code>{ending}</code> },
    { key: 'connection', title: t('messages-api.tokens.connection'), cell: ({ whatsapp }) => whatsapp.name },
    {
      key: 'scopes',
      title: t('messages-api.tokens.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => t(`messages-api.shortScopes.${scope}`)).join(', '),
    },
    {
      key: 'expiresAt',
      title: t('messages-api.tokens.expiresAt'),
      cell: ({ expiresAt }) =>
        expiresAt === null ? t('messages-api.tokens.never') : format.date(Date.parse(expiresAt) - 1),
    },
    {
      key: 'lastUsedAt',
      title: t('messages-api.tokens.lastUsedAt'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('messages-api.tokens.unused') : format.tableTime(lastUsedAt)),
    },
  ]
}
