import type { ConnectionView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconEye, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../ui/fields/copy-text.tsx'
import { ShownText } from '../../../ui/fields/shown-text.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { ProofDialog, type TokenAct } from './proof-dialog.tsx'

/** The token of a connection: masked until the admin has proved who they are (docs/requirements/back-office.md, section 4). */
export function TokenField({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const [token, setToken] = useState<string>()
  const [act, setAct] = useState<TokenAct>()
  const masked = connection.token
  const isMade = token !== undefined || masked !== ''

  return (
    <>
      <ShownText
        label={t('connections.token.label')}
        description={t('connections.token.hint')}
        placeholder={t('connections.token.none')}
        value={token ?? masked}
      >
        {token !== undefined && <CopyText value={token} />}
        {token === undefined && isMade && (
          <Button variant="default" leftSection={<IconEye size={15} />} onClick={() => setAct('show')}>
            {t('connections.token.show')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} />}
          onClick={() => setAct(isMade ? 'renew' : 'make')}
        >
          {t(isMade ? 'connections.token.renew' : 'connections.token.make')}
        </Button>
      </ShownText>
      {act && (
        <ProofDialog
          connection={connection}
          act={act}
          onShown={(shown) => {
            setToken(shown)
            setAct(undefined)
            if (act !== 'show') toast.success(t('connections.token.made'))
          }}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}
