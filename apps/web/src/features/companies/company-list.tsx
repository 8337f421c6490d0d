import { type ListedCompany, type PlanView, limits } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBuildingStore, IconPlus, IconReceipt, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../ui/list-page/list-panel.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { companyList, useCloseCompany, useLiveCompanies, useReopenCompany } from './companies.api.ts'
import styles from './companies.module.css'
import type { CompanyChoice } from './company-choice.ts'
import { useCompanyColumns } from './company-columns.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { CompanyFilters } from './company-filters.tsx'
import { isPlatform, toneOf } from './due.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { useUsageColumns } from './usage-columns.tsx'

interface Props {
  plans: PlanView[]
  choice: CompanyChoice
  onChoose: (choice: CompanyChoice) => void
  /** Shows the invoices and the ledger of a company. */
  onLedger: (company: ListedCompany) => void
  /** Shows who works in a company. */
  onUsers: (company: ListedCompany) => void
  /** It is the whole page, not the content of a tab. */
  isPage?: boolean
}

/** The companies of the installation, for the operator (docs/requirements/back-office.md, section 2). */
export function CompanyList({ plans, choice, onChoose, onLedger, onUsers, isPage = false }: Props) {
  const { t } = useTranslation()
  useLiveCompanies()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<ListedCompany | 'new'>()
  const [renewed, setRenewed] = useState<ListedCompany>()
  const companies = useInfiniteQuery(companyList(searchParam, choice))
  const close = useCloseCompany()
  const reopen = useReopenCompany()
  const dataColumns = useCompanyColumns(setRenewed)
  const usageColumns = useUsageColumns()
  const { filter, view } = choice

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('companies.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('companies.add')}
    </Button>
  )

  const List = isPage ? ListPage : ListPanel
  return (
    <>
      <List
        title={t('companies.title')}
        list={listOf(companies, (page) => page.companies)}
        columns={view === 'use' ? usageColumns : dataColumns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowTone={toneOf}
        search={{ label: t('companies.search'), value: searchParam, onChange: setSearch }}
        filters={<CompanyFilters choice={choice} onChoose={onChoose} />}
        actions={add('filled')}
        notice={filter === 'gone' && <p className={styles.notice}>{t('companies.goneNotice')}</p>}
        empty={{
          icon: <IconBuildingStore size={32} stroke={1.3} />,
          title: t(filter ? 'ui.nothingFound' : 'companies.empty'),
          text: t(filter ? 'companies.emptyFiltered' : 'companies.emptyText'),
          actions: filter ? undefined : add('default'),
        }}
        onEdit={setEdited}
        canEdit={({ closedAt }) => !closedAt}
        onDelete={(company) => close.mutateAsync(company)}
        canDelete={(company) => !isPlatform(company) && !company.closedAt}
        deleteText={() => t('companies.deleteText', { days: limits.daysUntilErased })}
        rowMenu={(company) =>
          !isPlatform(company) && (
            <>
              <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => onLedger(company)}>
                {t('companies.ledger')}
              </Menu.Item>
              {!company.closedAt && (
                <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => onUsers(company)}>
                  {t('users.title')}
                </Menu.Item>
              )}
              {company.closedAt && (
                <Menu.Item
                  leftSection={<IconArrowBackUp size={16} />}
                  onClick={() =>
                    reopen.mutate(company, {
                      onSuccess: ({ name }) => toast.success(t('companies.reopened', { name })),
                    })
                  }
                >
                  {t('companies.reopen')}
                </Menu.Item>
              )}
            </>
          )
        }
      />
      {edited && (
        <CompanyDialog
          company={edited === 'new' ? undefined : edited}
          plans={plans}
          onClose={() => setEdited(undefined)}
        />
      )}
      {renewed && <RenewDialog company={renewed} onClose={() => setRenewed(undefined)} />}
    </>
  )
}
