import '#features/window/web/window.css'
import { hydrateRoot } from 'react-dom/client'
import type { Shown } from '#features/window/contract.ts'
import { ShopWindow } from '#features/window/web/window-panel.tsx'

const root = document.getElementById('window')
const written = document.getElementById('shown')?.textContent
// The document holds what it was drawn from: it is the same once the scripts run, and nothing is asked for.
if (root && written) hydrateRoot(root, <ShopWindow shown={JSON.parse(written) as Shown} />)
