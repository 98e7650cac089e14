import { prepareBrowsers } from './browsers.ts'
import { installPackages } from './debian-packages.ts'
import { messageOf, printError } from './terminal.ts'

// The browsers of the long proofs; Firefox and WebKitGTK as their makers build them.
try {
  prepareBrowsers()
  installPackages({
    'firefox-esr': 'firefox-esr',
    WebKitWebDriver: 'webkit2gtk-driver',
    Xvfb: 'xvfb',
  })
} catch (error) {
  printError(messageOf(error))
  process.exitCode = 1
}
