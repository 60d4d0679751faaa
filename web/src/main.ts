import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import './styles/pages.css';
import './styles/client.css';
import './styles/short.css';
import './styles/small.css';
import App from './App.svelte';
import { locale, preferred } from './lib/i18n.svelte';

await locale.load(preferred());
mount(App, { target: document.getElementById('app')! });
