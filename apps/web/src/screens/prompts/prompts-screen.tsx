import { type PromptView, api } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconSparkles } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PromptDialog } from '../../features/prompts/prompt-dialog.tsx'
import { PromptState } from '../../features/prompts/prompt-state.tsx'
import { PromptUses } from '../../features/prompts/prompt-uses.tsx'
import { promptList, promptStates, useDeletePrompt, useLivePrompts } from '../../features/prompts/prompts.api.ts'
import styles from '../../features/prompts/prompts.module.css'
import { call } from '../../lib/api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { wholeList } from '../../lib/cache/whole-list.ts'
import { useFormat } from '../../lib/format.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'

/** One may have been added since, and no event of this screen tells. */
const queueChoices = queryOptions({
  queryKey: ['prompt-queues'],
  queryFn: ({ signal }) => call(api.listQueues, { query: {} }, { signal }),
  staleTime: 0,
})

/** Models that answer customers (docs/requirements/back-office.md, section 2). */
export function PromptsScreen() {
  const { t } = useTranslation()
  useTitle(t('prompts.title'))
  useLivePrompts()
  const list = useQuery(promptList)
  const rows = useQuery({ ...promptList, select: ({ prompts }) => prompts })
  const { data: queues = [] } = useQuery(queueChoices)
  const remove = useDeletePrompt()
  const [edited, setEdited] = useState<PromptView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('prompts.add'), group: 'general', icon: IconPlus, run: create }])
  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('prompts.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('prompts.title')}
        list={wholeList(rows)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={add('filled')}
        empty={{
          icon: <IconSparkles size={32} stroke={1.3} />,
          title: t('prompts.empty'),
          text: t('prompts.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(prompt) => remove.mutateAsync(prompt)}
        deleteText={(prompt) => (
          <>
            <PromptUses prompt={prompt} />
            <p>{t('prompts.deleteText')}</p>
          </>
        )}
      />
      {edited && (
        <PromptDialog
          prompt={edited === 'new' ? undefined : edited}
          queues={queues}
          needsKey={list.data?.needsKey ?? false}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function useColumns(): Column<PromptView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: states } = useQuery(promptStates)
  return [
    { key: 'name', title: t('prompts.name'), card: 'head', cell: ({ name }) => <b>{name}</b> },
    {
      key: 'queue',
      title: t('prompts.queue'),
      cell: ({ queue }) => queue?.name ?? <span className={styles.none}>{t('prompts.noQueue')}</span>,
    },
    { key: 'state', title: t('prompts.state'), cell: ({ id }) => <PromptState state={states?.get(id)} /> },
    {
      key: 'maxTokens',
      title: t('prompts.maxTokens'),
      isNumeric: true,
      cell: ({ maxTokens }) => format.number(maxTokens),
    },
    {
      key: 'totalTokens',
      title: t('prompts.used'),
      isNumeric: true,
      cell: ({ totalTokens }) => format.number(totalTokens),
    },
  ]
}
