import { type AuditEntryView, limits } from '@guiche/contract'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileExport, IconFilter, IconHistory, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/save-file.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { toLanguage } from '../../lib/languages.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { numbers } from '../../ui/numbers.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { type AuditChoice, countSet, everyEntry, isFiltered } from './audit-choice.ts'
import { auditList, exportedAudit } from './audit.api.ts'
import { sheetOf } from './audit-sheet.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { ActionFilter, FilterPanel } from './audit-filters.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryWords } from './use-entry-words.ts'

interface Props {
  /** Whose log it is; null: the own company's. */
  companyId: number | null
  /** Chooses the company. */
  companyField?: ReactNode
}

/** Who did what in a company (docs/requirements/back-office.md, section 2). */
export function AuditList({ companyId, companyField }: Props) {
  const { t, i18n } = useTranslation()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(everyEntry)
  const [opened, setOpened] = useState<AuditEntryView>()
  // Ids and addresses are typed letter by letter.
  const [objectId] = useDebouncedValue(chosen.objectId, numbers.searchDebounce)
  const [address] = useDebouncedValue(chosen.address, numbers.searchDebounce)
  const choice: AuditChoice = { ...chosen, companyId, objectId, address }
  const log = useInfiniteQuery(auditList(choice))
  const timeZone = log.data?.pages[0]?.timezone
  const wordsOf = useEntryWords(timeZone)
  const nameOf = (entry: AuditEntryView) => {
    const { what, object } = wordsOf(entry)
    return object === undefined ? what : t('audit.said', { what, name: object })
  }
  const save = useMutation({
    mutationFn: async () => sheetOf(await exportedAudit(choice), { t, language: toLanguage(i18n.language) ?? 'pt' }),
    onSuccess: (file) => {
      saveFile(file, `${t('audit.title')}.csv`)
      toast.success(t('audit.exported'))
    },
  })
  const count = countSet(chosen)
  useActions([{ label: t('audit.export'), group: 'general', icon: IconFileExport, run: () => save.mutate() }])

  return (
    <>
      <ListPage
        title={t('audit.title')}
        list={listOf(log, (page) => page.entries)}
        columns={useAuditColumns(timeZone)}
        rowKey={({ id }) => id}
        rowName={nameOf}
        onShow={setOpened}
        search={{ label: t('audit.search'), value: chosen.who, onChange: (who) => setChosen({ ...chosen, who }) }}
        filters={
          <>
            {companyField}
            <ActionFilter value={chosen} onChange={setChosen} />
            <Button
              size="xs"
              variant={isOpen || count > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} />}
              aria-expanded={isOpen}
              aria-controls={panel}
              onClick={() => setOpen(!isOpen)}
            >
              {count > 0 ? t('audit.filters.withCount', { count }) : t('audit.filters.open')}
            </Button>
          </>
        }
        actions={
          <>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={t('audit.reload')}
              loading={log.isRefetching && !log.isFetchingNextPage}
              onClick={() => void log.refetch()}
            >
              <IconRefresh size={17} stroke={1.7} />
            </ActionIcon>
            <ExportButton isBusy={save.isPending} onClick={() => save.mutate()} />
          </>
        }
        notice={isOpen && <FilterPanel id={panel} value={chosen} onChange={setChosen} />}
        empty={{
          icon: <IconHistory size={32} stroke={1.3} />,
          title: t(isFiltered(chosen) ? 'ui.nothingFound' : 'audit.empty'),
          text: t(isFiltered(chosen) ? 'audit.emptyFiltered' : 'audit.emptyText'),
        }}
      />
      {opened && <EntryDialog entry={opened} timeZone={timeZone} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function ExportButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <ActionIcon size={30} variant="default" aria-label={t('audit.export')} loading={isBusy} onClick={onClick}>
        <IconFileExport size={17} stroke={1.7} />
      </ActionIcon>
    )
  return (
    <Tooltip multiline maw={260} label={t('audit.exportHint', { most: format.number(limits.auditExport) })}>
      <Button size="xs" variant="default" leftSection={<IconFileExport size={16} />} loading={isBusy} onClick={onClick}>
        {t('audit.export')}
      </Button>
    </Tooltip>
  )
}
