import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import card from '#kit/web/card.module.css'
import type { Settings } from '../contract.ts'
import { LookChoice } from './menu-panel.tsx'
import { usePreferring } from './pins-panel.tsx'
import classes from './preferences-panel.module.css'

/** Display preferences, the same in every browser that the person signs in with. */
export function PreferencesPanel({ settings }: { settings: Settings }) {
  const prefer = usePreferring()
  return (
    <section className={`box ${card.card}`} aria-labelledby="preferences">
      <h2 id="preferences">{texts.preferences}</h2>
      <LookChoice theme={settings.theme} />
      <Switch
        size="sm"
        label={texts.keyboardShortcuts}
        description={texts.singleKeysExplained}
        classNames={{ description: classes.words }}
        checked={settings.has_shortcuts}
        onChange={(event) => prefer({ has_shortcuts: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={texts.goesOn}
        description={texts.goesOnExplained}
        classNames={{ description: classes.words }}
        checked={settings.goes_on}
        onChange={(event) => prefer({ goes_on: event.currentTarget.checked })}
      />
    </section>
  )
}
