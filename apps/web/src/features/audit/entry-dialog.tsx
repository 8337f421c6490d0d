import { type AuditEntryView, auditObjects } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './audit.module.css'
import { type Line, useEntryWords } from './use-entry-words.ts'

interface Props {
  entry: AuditEntryView
  /** Of the company whose log it is. */
  timeZone: string | undefined
  onClose: () => void
}

/** All that an entry says. Its texts are shown as they are: nothing in them becomes a link or a format (S43). */
export function EntryDialog({ entry, timeZone, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat(timeZone)
  const { what, object, who, kind, lines } = useEntryWords(timeZone)(entry)
  const changes = lines.filter(({ after }) => after !== undefined)
  const facts = lines.filter(({ after }) => after === undefined)
  const kindOfObject = auditObjects.find((name) => name === entry.object)

  return (
    <Dialog title={what} size={640} onClose={onClose}>
      <dl className={styles.about}>
        <Fact label={t('audit.at')}>{format.dateTime(entry.at)}</Fact>
        <Fact label={t('audit.who')}>{kind === undefined ? who : `${who} · ${kind}`}</Fact>
        <Fact label={t('audit.where')}>{entry.address ?? t('audit.noAddress')}</Fact>
        {object !== undefined && (
          <Fact label={kindOfObject ? t(`audit.objects.${kindOfObject}`) : t('audit.object')}>{object}</Fact>
        )}
        {facts.map(({ field, label, value = '' }) => (
          <Fact key={field} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {changes.length > 0 && <Changes lines={changes} />}
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Changes({ lines }: { lines: Line[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.changes} aria-label={t('audit.changes')}>
      <h3>{t('audit.changes')}</h3>
      <dl>
        {lines.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <small>{t('audit.before')}</small>
              {before}
            </dd>
            <dd>
              <small>{t('audit.after')}</small>
              {after}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
