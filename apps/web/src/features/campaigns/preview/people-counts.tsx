import type { CampaignPreview } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { PersonList } from './person-list.tsx'
import type { PlannedCampaign, ShownGroup } from './preview.api.ts'
import styles from './preview.module.css'

interface Props {
  planned: PlannedCampaign
  preview: CampaignPreview
}

/** How many get it, and who does not, by reason. */
export function PeopleCounts({ planned, preview }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { people, mostPeople, leftOut, unchecked, lacking } = preview
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  const lines: (ShownGroup & { label: string; count: number })[] = [
    ...leftOut.map(({ reason, count }) => ({
      group: reason,
      variable: '',
      label: t(`campaign-preview.reasons.${reason}`),
      count,
    })),
    ...(unchecked > 0
      ? [{ group: 'unchecked' as const, variable: '', label: t('campaign-preview.unchecked'), count: unchecked }]
      : []),
    ...lacking.map(({ variable, count }) => ({
      group: 'lacking' as const,
      variable,
      label: t('campaign-preview.lacking', { variable }),
      count,
    })),
  ]
  return (
    <section>
      <h3>{t('campaign-preview.people')}</h3>
      <dl className={styles.counts}>
        <div data-kind="to">
          <dt>{t('campaign-preview.getIt')}</dt>
          <dd>{format.number(people)}</dd>
        </div>
        <div>
          <dt>{t('campaign-preview.leftOut')}</dt>
          <dd>{format.number(out)}</dd>
        </div>
      </dl>
      {people === 0 && <p className={styles.warning}>{t('campaign-preview.nobody')}</p>}
      {people > mostPeople && <p className={styles.warning}>{t('campaign-preview.tooMany', { count: mostPeople })}</p>}
      <ul className={styles.groups}>
        {lines.map((line) => (
          <Group key={`${line.group} ${line.variable}`} planned={planned} {...line} />
        ))}
      </ul>
    </section>
  )
}

interface GroupProps extends ShownGroup {
  planned: PlannedCampaign
  label: string
  count: number
}

function Group({ planned, label, count, ...shown }: GroupProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.group}>
        <span>{label}</span>
        <b>{format.number(count)}</b>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${t(isOpen ? 'campaign-preview.hide' : 'campaign-preview.show')}: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'campaign-preview.hide' : 'campaign-preview.show')}
        </Button>
      </div>
      {isOpen && <PersonList planned={planned} shown={shown} label={label} />}
    </li>
  )
}
