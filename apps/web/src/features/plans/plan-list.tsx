import { type PlanView, planFeatures } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../ui/list-page/list-panel.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { featuresOf } from './plan-values.ts'
import { planList, useDeletePlan, useLivePlans } from './plans.api.ts'
import styles from './plans.module.css'

/** What companies can book: for the operator (docs/requirements/back-office.md, section 2). */
export function PlanList() {
  const { t } = useTranslation()
  useLivePlans()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<PlanView | 'new'>()
  const plans = useInfiniteQuery(planList(searchParam))
  const remove = useDeletePlan()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('plans.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('plans.add')}
    </Button>
  )

  return (
    <>
      <ListPanel
        title={t('plans.title')}
        list={listOf(plans, (page) => page.plans)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('plans.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconReceipt size={32} stroke={1.3} />,
          title: t('plans.empty'),
          text: t('plans.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(plan) => remove.mutateAsync(plan)}
        deleteText={() => t('plans.deleteText')}
      />
      {edited && <PlanDialog plan={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function useColumns(): Column<PlanView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'id',
      title: t('plans.id'),
      width: 1,
      card: 'none',
      cell: ({ id }) => <span className={styles.quiet}>{id}</span>,
    },
    { key: 'name', title: t('plans.name'), card: 'head', cell: ({ name }) => <b>{name}</b> },
    { key: 'users', title: t('plans.users'), isNumeric: true, cell: ({ users }) => format.number(users) },
    {
      key: 'connections',
      title: t('plans.connections'),
      isNumeric: true,
      cell: ({ connections }) => format.number(connections),
    },
    { key: 'queues', title: t('plans.queues'), isNumeric: true, cell: ({ queues }) => format.number(queues) },
    { key: 'amount', title: t('plans.amount'), isNumeric: true, cell: ({ amount }) => format.money(amount) },
    {
      key: 'public',
      title: t('plans.visibility'),
      cell: ({ isPublic }) => t(isPublic ? 'plans.public' : 'plans.private'),
    },
    { key: 'features', title: t('plans.features'), isExtra: true, cell: (plan) => <Features plan={plan} /> },
  ]
}

function Features({ plan }: { plan: PlanView }) {
  const { t } = useTranslation()
  const features = featuresOf(plan)
  if (features.length === planFeatures.length) return t('plans.allFeatures')
  if (features.length === 0) return <span className={styles.quiet}>{t('plans.noFeatures')}</span>
  return features.map((feature) => t(`plans.flags.${feature}`)).join(', ')
}
