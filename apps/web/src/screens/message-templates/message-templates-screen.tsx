import { type MessageTemplateView, type TemplateStatus, templateStatuses } from '@guiche/contract'
import { Button, Menu, Select } from '@mantine/core'
import { IconEye, IconPlayerPlay, IconPlus, IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  templateConnections,
  templateList,
  useDeleteTemplate,
  useLiveTemplates,
  useSyncTemplates,
  useUnpauseTemplate,
} from '../../features/message-templates/message-templates.api.ts'
import { TemplateFileButton } from '../../features/message-templates/template-file-button.tsx'
import { TemplateDialog } from '../../features/message-templates/template-dialog.tsx'
import { TemplateQualityMark, TemplateStatusMark } from '../../features/message-templates/template-status.tsx'
import { hasForm } from '../../features/message-templates/template-values.ts'
import { TemplateViewDialog } from '../../features/message-templates/template-view-dialog.tsx'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { mayManageConnections } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import styles from './message-templates-screen.module.css'

/** Meta takes changes of these only. */
const changeable: readonly TemplateStatus[] = ['approved', 'rejected', 'paused']

/** Messages whose wording Meta approves, which may go to customers at any time. */
export function MessageTemplatesScreen() {
  const { t } = useTranslation()
  useTitle(t('message-templates.title'))
  useLiveTemplates()
  const [searchParam, setSearch] = useState('')
  const [whatsappId, setWhatsappId] = useState<number>()
  const [status, setStatus] = useState<TemplateStatus>()
  const [looked, setLooked] = useState<MessageTemplateView>()
  const [edited, setEdited] = useState<MessageTemplateView | 'new'>()
  const templates = useInfiniteQuery(templateList({ searchParam, whatsappId, status }))
  const { data: connections = [] } = useQuery(templateConnections)
  const remove = useDeleteTemplate()
  const columns = useColumns()
  const isFiltered = whatsappId !== undefined || status !== undefined

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('message-templates.add'), group: 'general', icon: IconPlus, run: create }])
  const add = (variant: 'filled' | 'default') => (
    <Button
      size="xs"
      variant={variant}
      leftSection={<IconPlus size={16} />}
      disabled={connections.length === 0}
      onClick={create}
    >
      {t('message-templates.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('message-templates.title')}
        list={listOf(templates, (page) => page.templates)}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('message-templates.search'), value: searchParam, onChange: setSearch }}
        filters={
          <div className={styles.filters}>
            {connections.length > 1 && (
              <Select
                size="xs"
                clearable
                className={styles.filter ?? ''}
                aria-label={t('message-templates.connection')}
                placeholder={t('message-templates.connection')}
                data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={whatsappId === undefined ? null : String(whatsappId)}
                onChange={(id) => setWhatsappId(id === null ? undefined : Number(id))}
              />
            )}
            <Select
              size="xs"
              clearable
              className={styles.filter ?? ''}
              aria-label={t('message-templates.status')}
              placeholder={t('message-templates.status')}
              data={templateStatuses.map((value) => ({ value, label: t(`message-templates.statuses.${value}`) }))}
              value={status ?? null}
              onChange={(value) => setStatus(templateStatuses.find((one) => one === value))}
            />
            <SyncButton connections={connections} whatsappId={whatsappId} />
          </div>
        }
        actions={add('filled')}
        empty={{
          icon: <IconTemplate size={32} stroke={1.3} />,
          title: t(isFiltered ? 'ui.nothingFound' : 'message-templates.empty'),
          text: t(emptyText(isFiltered, connections.length)),
          actions: connections.length > 0 ? add('default') : <ToConnections />,
        }}
        onEdit={setEdited}
        canEdit={(row) => changeable.includes(row.status) && row.category !== 'authentication' && hasForm(row)}
        rowMenu={(row) => (
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => setLooked(row)}>
            {t('templates.preview')}
          </Menu.Item>
        )}
        onDelete={(row) => remove.mutateAsync(row)}
        deleteText={() => t('message-templates.deleteText')}
      />
      {looked && <TemplateViewDialog template={looked} onClose={() => setLooked(undefined)} />}
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          connections={connections}
          whatsappId={whatsappId}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function ToConnections() {
  const { t } = useTranslation()
  if (!mayManageConnections(useMe())) return null
  return (
    <Button variant="default" size="xs" renderRoot={(props) => <Link to="/connections" {...props} />}>
      {t('message-templates.toConnections')}
    </Button>
  )
}

function emptyText(isFiltered: boolean, connections: number) {
  if (isFiltered) return 'message-templates.emptyFiltered'
  return connections === 0 ? 'message-templates.noConnection' : 'message-templates.emptyText'
}

function SyncButton({ connections, whatsappId }: { connections: { id: number }[]; whatsappId: number | undefined }) {
  const { t } = useTranslation()
  const sync = useSyncTemplates()
  const ids = whatsappId === undefined ? connections.map(({ id }) => id) : [whatsappId]
  async function all() {
    let count = 0
    for (const id of ids) count += (await sync.mutateAsync(id)).count
    toast.success(t('message-templates.synced', { count }))
  }
  return (
    <Button
      size="xs"
      variant="default"
      disabled={ids.length === 0}
      loading={sync.isPending}
      leftSection={<IconRefresh size={15} stroke={1.7} />}
      // The mutation says what went wrong.
      onClick={() => void all().catch(() => undefined)}
    >
      {t('message-templates.sync')}
    </Button>
  )
}

function useColumns(): Column<MessageTemplateView>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('message-templates.name'),
      width: '22%',
      card: 'head',
      cell: ({ name, language }) => (
        <span className={styles.name}>
          <b>{name}</b>
          <small>{t(`message-templates.languages.${language}`, { defaultValue: language })}</small>
        </span>
      ),
    },
    {
      key: 'body',
      title: t('message-templates.body'),
      card: 'text',
      cell: ({ body }) => <span className={`${styles.text} cut-lines`}>{summaryOf(body)}</span>,
    },
    {
      key: 'category',
      title: t('message-templates.category'),
      cell: ({ category }) => t(`templates.categories.${category}`),
    },
    { key: 'status', title: t('message-templates.status'), cell: (row) => <StatusCell row={row} /> },
    {
      key: 'quality',
      title: t('message-templates.quality'),
      isExtra: true,
      cell: (row) => <TemplateQualityMark template={row} />,
    },
  ]
}

/** Why it cannot be sent, and the way out. */
function StatusCell({ row }: { row: MessageTemplateView }) {
  const { t } = useTranslation()
  const unpause = useUnpauseTemplate()
  return (
    <span className={styles.status}>
      <TemplateStatusMark template={row} />
      {row.status === 'rejected' && row.rejectedReason !== '' && (
        <small>{t(`message-templates.reasons.${row.rejectedReason}`, { defaultValue: row.rejectedReason })}</small>
      )}
      {row.status === 'approved' && row.refusal !== null && <small>{t(`templates.${row.refusal}`)}</small>}
      {row.status === 'approved' && row.refusal === 'noFile' && (
        <TemplateFileButton template={row} className={styles.wayOut ?? ''} />
      )}
      {row.status === 'paused' && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={styles.wayOut ?? ''}
          loading={unpause.isPending}
          leftSection={<IconPlayerPlay size={13} stroke={1.8} />}
          onClick={(event) => {
            event.stopPropagation()
            unpause.mutate(row)
          }}
        >
          {t('message-templates.unpause')}
        </Button>
      )}
    </span>
  )
}
